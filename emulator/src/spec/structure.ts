import { createInvalidRequest } from "../http/errors";
import type { Settings } from "../settings";
import { isSame } from "./names";
import type { Page, Source, TableElement } from "./schema";
import { listTables } from "./tables";

/** Rules of a spec that no single field shows: how joins hang together, and what runs parallel to what. */
export function checkStructure(settings: Settings, pages: readonly Page[]): void {
  const names = new Set<string>();
  if (settings.relationshipsAcrossPages === "refuse") {
    checkRelationshipPages(pages);
  }
  for (const element of pages.flatMap((page) => page.elements)) {
    if (element.kind !== "table") {
      continue;
    }
    checkSource(element.source, element.name ?? element.id);
    if (element.groupings?.length && element.sort?.length) {
      throw createInvalidRequest("Sort column not found");
    }
    if (settings.filtersOfOneColumn === "refuse") {
      checkFilters(element);
    }
    if (settings.invalidNumberFormats === "refuse") {
      checkFormats(element);
    }
    if (settings.duplicateTableNames === "refuse" && element.name !== undefined) {
      if (names.has(element.name)) {
        throw createInvalidRequest(`Duplicate table name: '${element.name}'`);
      }
      names.add(element.name);
    }
  }
}

function checkRelationshipPages(pages: readonly Page[]): void {
  const pageOf = new Map(pages.flatMap((page) => page.elements.map((element) => [element.id, page.id] as const)));
  for (const table of listTables(pages)) {
    const other = table.relationships?.find(({ targetElementId }) => {
      const page = pageOf.get(targetElementId);
      return page !== undefined && page !== pageOf.get(table.id);
    });
    if (other !== undefined) {
      throw createInvalidRequest(`Invalid relationship: ${other.targetElementId} is on another page`);
    }
  }
}

function checkFilters({ filters = [] }: TableElement): void {
  const columns = filters.map(({ columnId }) => columnId);
  const twice = columns.find((columnId, index) => columns.indexOf(columnId) !== index);
  if (twice !== undefined) {
    throw createInvalidRequest(`Duplicate filter on column: ${twice}`);
  }
}

/** [[fill]align][sign][symbol][0][width][,][.precision][~][type], as d3-format has it. */
const numberFormat = /^(?:(.)?([<>=^]))?([+\-( ])?([$#])?(0)?(\d+)?(,)?(\.\d+)?(~)?([a-z%])?$/i;

function checkFormats({ columns, metrics = [] }: TableElement): void {
  for (const { format } of [...columns, ...metrics]) {
    if (format?.kind === "number" && format.formatString !== undefined && !numberFormat.test(format.formatString)) {
      throw createInvalidRequest("Invalid number format string");
    }
  }
}

/** In a PUT, a relationship names parts of the stored model only, or new ones only. */
export function checkRelationshipIds(settings: Settings, pages: readonly Page[], stored: readonly Page[]): void {
  if (settings.mixedRelationshipIds === "accept") {
    return;
  }
  const columns = new Map(
    listTables(stored).map((table) => [table.id, new Set(table.columns.map((column) => column.id))] as const),
  );
  for (const table of listTables(pages)) {
    for (const { targetElementId, keys } of table.relationships ?? []) {
      const isStored = [
        columns.has(targetElementId),
        ...keys.map(({ sourceColumnId }) => columns.get(table.id)?.has(sourceColumnId) ?? false),
        ...keys.map(({ targetColumnId }) => columns.get(targetElementId)?.has(targetColumnId) ?? false),
      ];
      if (new Set(isStored).size > 1) {
        throw createInvalidRequest("Invalid element ID");
      }
    }
  }
}

function checkSource(source: Source, table: string): void {
  if (source.kind === "join") {
    checkJoin(source, table);
  }
  if (source.kind === "union") {
    const crooked = source.matches.find((match) => match.sourceColumns.length !== source.sources.length);
    if (crooked) {
      throw createInvalidRequest(
        `Union of '${table}': '${crooked.outputColumnName}' needs one source column for each source`,
      );
    }
  }
}

function checkJoin({ joins, primarySource }: Extract<Source, { kind: "join" }>, table: string): void {
  const isRight = (left: Source) => joins.some((join) => isSame(join.right, left));
  const heads = joins.map((join) => join.left).filter((left) => !isRight(left));
  const distinct = heads.filter((head, index) => heads.findIndex((other) => isSame(other, head)) === index);
  const primary = primarySource ?? (distinct.length === 1 ? distinct[0] : undefined);
  if (!primary) {
    throw createInvalidRequest(`Join of '${table}': the primary source can't be inferred`);
  }
  if (distinct.some((head) => !isSame(head, primary))) {
    throw createInvalidRequest(
      `Join of '${table}': every left side must be the primary source or the right side of a join`,
    );
  }
}
