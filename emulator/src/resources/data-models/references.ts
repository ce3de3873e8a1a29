import type { Call } from "../../call";
import { dependency, invalidRequest } from "../../http/errors";
import { type Catalog, findCalled } from "../../spec/catalog";
import type { Mint } from "../../spec/identity";
import { plainReference } from "../../spec/references";
import type { Outside } from "../../spec/rewrite";
import type { Column, Element, TableElement } from "../../spec/schema";
import { findTableAt, tableIdOf } from "../connections";
import { latestPages } from "./versions";

/** What a spec can refer to on the platform. */
export function outsideOf(call: Call): Outside {
  const { store, settings } = call;
  const elementsOf = (dataModelId: string): Element[] =>
    dependency(latestPages(call, dataModelId), dataModelId).flatMap((page) => page.elements);
  const tableOf = (dataModelId: string, elementId: string): TableElement => {
    const tables = elementsOf(dataModelId).filter((element) => element.kind === "table");
    return dependency(
      tables.find(({ id }) => id === elementId),
      elementId,
    );
  };
  const oneOf = (parts: readonly { id: string }[] | undefined, id: string) =>
    dependency(
      parts?.find((part) => part.id === id),
      id,
    );
  return {
    connection(connectionId) {
      dependency(store.connections.get(connectionId), connectionId);
    },
    warehouseTable(connectionId, path) {
      const isKnown =
        settings.unknownWarehousePath === "refuse"
          ? findTableAt(call, connectionId, path)
          : store.connections.get(connectionId);
      if (!isKnown) {
        throw invalidRequest(`Source not found: warehouse table '${path.join(".")}' on connection ${connectionId}`);
      }
    },
    element({ dataModelId, elementId, groupingId }) {
      const table = tableOf(dataModelId, elementId);
      if (groupingId !== undefined) {
        oneOf(table.groupings, groupingId);
      }
    },
    column({ dataModelId, elementId }, columnId) {
      oneOf(tableOf(dataModelId, elementId).columns, columnId);
    },
    control(elementId, { dataModelId, controlId }) {
      const elements = store.dataModels.get(dataModelId) === undefined ? [] : elementsOf(dataModelId);
      if (!elements.some((element) => element.kind === "control" && element.controlId === controlId)) {
        throw invalidRequest(
          `Invalid parameter on control: ${elementId} targeting data model: ${dataModelId}, controlId: ${controlId}.`,
        );
      }
    },
    member: (userId) => dependency(store.members.get(userId), userId),
    team: (teamId) => dependency(store.teams.get(teamId), teamId),
    userAttribute: (userAttributeId) => dependency(store.userAttributes.get(userAttributeId), userAttributeId),
  };
}

/** What a spec is read against. */
export function catalogOf(call: Call): Catalog {
  return {
    referenceCase: call.settings.referenceCase,
    usesFriendlyNames: (connectionId) => call.store.connections.get(connectionId)?.useFriendlyNames ?? true,
    columnsOf: (connectionId, path) => findTableAt(call, connectionId, path)?.columns,
    pagesOf: (dataModelId) => latestPages(call, dataModelId),
  };
}

export function mintOf(call: Call): Mint {
  const { ids, settings } = call;
  return {
    page: () => ids.short("page"),
    element: () => ids.short("element"),
    part: (kind) => ids.short(kind),
    column(table, column, taken) {
      // The same column twice can't have its id twice.
      const id = settings.warehouseColumnIds === "inode" ? nativeIdOf(call, table, column) : undefined;
      return id === undefined || taken.has(id) ? ids.short("column") : id;
    },
  };
}

/** The id that a plain column of a warehouse table or statement may carry; undefined for any other column. */
function nativeIdOf(call: Call, { source }: TableElement, { formula }: Column): string | undefined {
  const name = plainReference(formula)?.at(-1);
  if (name === undefined) {
    return undefined;
  }
  switch (source.kind) {
    case "sql":
      return name.toUpperCase();
    case "warehouse-table": {
      const known = findTableAt(call, source.connectionId, source.path);
      const urlId = known?.urlId ?? call.ids.namedUrlId(tableIdOf(call, source));
      return `inode-${urlId}/${findCalled(known?.columns ?? [], name, true)?.name ?? name}`;
    }
    default:
      return undefined;
  }
}
