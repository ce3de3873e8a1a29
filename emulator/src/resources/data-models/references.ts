import type { Call } from "../../call";
import { dependencyNotFound } from "../../http/errors";
import type { Mint } from "../../spec/identity";
import type { Outside } from "../../spec/rewrite";
import type { TableElement } from "../../spec/schema";
import { findTableAt, tableIdOf } from "../connections";
import { latestPages } from "./versions";

/** What a spec can refer to on the platform. */
export function outsideOf(call: Call): Outside {
  const mustExist = (found: unknown, id: string) => {
    if (found === undefined) {
      throw dependencyNotFound(id);
    }
  };
  const tableOf = (dataModelId: string, elementId: string): TableElement => {
    const pages = latestPages(call, dataModelId);
    mustExist(pages, dataModelId);
    const table = pages?.flatMap((page) => page.elements).find(({ id, kind }) => id === elementId && kind === "table");
    mustExist(table, elementId);
    return table as TableElement;
  };
  return {
    connection(connectionId, path) {
      mustExist(call.store.connections.get(connectionId), connectionId);
      if (path !== undefined && call.settings.unknownWarehousePath === "refuse") {
        mustExist(findTableAt(call, connectionId, path), path.join("."));
      }
    },
    element({ dataModelId, elementId, groupingId }) {
      const table = tableOf(dataModelId, elementId);
      if (groupingId !== undefined) {
        mustExist(
          table.groupings?.find(({ id }) => id === groupingId),
          groupingId,
        );
      }
    },
    column({ dataModelId, elementId }, columnId) {
      mustExist(
        tableOf(dataModelId, elementId).columns.find(({ id }) => id === columnId),
        columnId,
      );
    },
    control(dataModelId, controlId) {
      const pages = latestPages(call, dataModelId);
      mustExist(pages, dataModelId);
      const controls = pages?.flatMap((page) => page.elements).filter((element) => element.kind === "control");
      mustExist(
        controls?.find((control) => control.controlId === controlId),
        controlId,
      );
    },
    member: (userId) => mustExist(call.store.members.get(userId), userId),
    team: (teamId) => mustExist(call.store.teams.get(teamId), teamId),
    userAttribute: (userAttributeId) => mustExist(call.store.userAttributes.get(userAttributeId), userAttributeId),
  };
}

export function mintOf(call: Call): Mint {
  const { ids, settings } = call;
  return {
    page: () => ids.short("page"),
    element: () => ids.short("element"),
    part: (kind) => ids.short(kind),
    column(table, column, taken) {
      // A plain column of a warehouse table may carry the table's id. The same column twice can't have it twice.
      const name = /^\[(?:[^\]/]+\/)?([^\]/]+)\]$/.exec(column.formula)?.[1];
      if (settings.warehouseColumnIds === "inode" && table.source.kind === "warehouse-table" && name !== undefined) {
        const id = `inode-${tableIdOf(call, table.source)}/${name}`;
        if (!taken.has(id)) {
          return id;
        }
      }
      return ids.short("column");
    },
  };
}
