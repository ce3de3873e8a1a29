import type { Call } from "../../call";
import { createInvalidRequest, requireDependency } from "../../http/errors";
import { type Catalog, findCalled } from "../../spec/catalog";
import { readPlainReference } from "../../spec/formula";
import type { Mint } from "../../spec/identity";
import type { Outside } from "../../spec/rewrite";
import type { Column, Element, TableElement } from "../../spec/schema";
import { findTableByPath, getTableId } from "../connections";
import { getLatestPages, getPagesAt } from "./versions";

/** What a spec can refer to on the platform. */
export function describeOutside(call: Call): Outside {
  const { store, settings } = call;
  const listElements = (dataModelId: string): Element[] =>
    requireDependency(getLatestPages(call, dataModelId), dataModelId).flatMap((page) => page.elements);
  const findTable = (dataModelId: string, elementId: string): TableElement => {
    const tables = listElements(dataModelId).filter((element) => element.kind === "table");
    return requireDependency(
      tables.find(({ id }) => id === elementId),
      elementId,
    );
  };
  const findOne = (parts: readonly { id: string }[] | undefined, id: string) =>
    requireDependency(
      parts?.find((part) => part.id === id),
      id,
    );
  return {
    connection(connectionId) {
      requireDependency(store.connections.get(connectionId), connectionId);
    },
    warehouseTable(connectionId, path) {
      const isKnown =
        settings.unknownWarehousePath === "refuse"
          ? findTableByPath(call, connectionId, path)
          : store.connections.get(connectionId);
      if (!isKnown) {
        throw createInvalidRequest(
          `Source not found: warehouse table '${path.join(".")}' on connection ${connectionId}`,
        );
      }
    },
    element({ dataModelId, elementId, groupingId }) {
      const table = findTable(dataModelId, elementId);
      if (groupingId !== undefined) {
        findOne(table.groupings, groupingId);
      }
    },
    column({ dataModelId, elementId }, columnId) {
      findOne(findTable(dataModelId, elementId).columns, columnId);
    },
    control(elementId, { dataModelId, controlId }) {
      const elements = store.dataModels.get(dataModelId) === undefined ? [] : listElements(dataModelId);
      if (!elements.some((element) => element.kind === "control" && element.controlId === controlId)) {
        throw createInvalidRequest(
          `Invalid parameter on control: ${elementId} targeting data model: ${dataModelId}, controlId: ${controlId}.`,
        );
      }
    },
    member: (userId) => requireDependency(store.members.get(userId), userId),
    team: (teamId) => requireDependency(store.teams.get(teamId), teamId),
    userAttribute: (userAttributeId) => requireDependency(store.userAttributes.get(userAttributeId), userAttributeId),
  };
}

/**
 * What a spec is read against.
 *
 * @param sourceTags ids of the version tags at which data models are read, by the model's id
 */
export function buildCatalog(call: Call, sourceTags: Readonly<Record<string, string>> = {}): Catalog {
  return {
    referenceCase: call.settings.referenceCase,
    columnLabels: call.settings.columnLabels,
    usesFriendlyNames: (connectionId) => call.store.connections.get(connectionId)?.useFriendlyNames ?? true,
    columnsOf: (connectionId, path) => findTableByPath(call, connectionId, path)?.columns,
    pagesOf: (dataModelId) => getPagesAt(call, dataModelId, sourceTags[dataModelId]),
  };
}

export function createMint(call: Call): Mint {
  const { ids, settings } = call;
  return {
    page: () => ids.makeShort("page"),
    element: () => ids.makeShort("element"),
    part: (kind) => ids.makeShort(kind),
    column(table, column, taken) {
      // The same column twice can't have its id twice.
      const id = settings.warehouseColumnIds === "inode" ? findNativeId(call, table, column) : undefined;
      return id === undefined || taken.has(id) ? ids.makeShort("column") : id;
    },
  };
}

/** The id that a plain column of a warehouse table or statement may carry; undefined for any other column. */
function findNativeId(call: Call, { source }: TableElement, { formula }: Column): string | undefined {
  const name = readPlainReference(formula)?.at(-1);
  if (name === undefined) {
    return undefined;
  }
  switch (source.kind) {
    case "sql":
      return name.toUpperCase();
    case "warehouse-table": {
      const known = findTableByPath(call, source.connectionId, source.path);
      const urlId = known?.urlId ?? call.ids.nameUrlId(getTableId(call, source));
      return `inode-${urlId}/${findCalled(known?.columns ?? [], name, true)?.name ?? name}`;
    }
    default:
      return undefined;
  }
}
