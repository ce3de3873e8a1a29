import { createDependencyNotFound, requireDependency } from "../http/errors";
import type { ElementIds, SpecIds, TableIds } from "./identity";
import type { ControlElement, Element, InnerSource, Page, Source, TableElement, TargetSource } from "./schema";

/** What a spec may refer to outside of itself. Each refuses an id that doesn't exist. */
export interface Outside {
  connection(connectionId: string): void;
  warehouseTable(connectionId: string, path: readonly string[]): void;
  element(source: { dataModelId: string; elementId: string; groupingId?: string }): void;
  column(source: { dataModelId: string; elementId: string }, columnId: string): void;
  /** @param elementId of the control that the other one follows. */
  control(elementId: string, target: { dataModelId: string; controlId: string }): void;
  member(userId: string): unknown;
  team(teamId: string): unknown;
  userAttribute(userAttributeId: string): unknown;
}

type Lookup = ReadonlyMap<string, string>;

/**
 * Puts the assigned ids into a spec, at the definitions and at every reference, and refuses a reference to nothing.
 * Resolving and replacing are one walk, so that no reference can be replaced that wasn't checked.
 */
export function rewriteIds(pages: readonly Page[], ids: SpecIds, outside: Outside): Page[] {
  const rewriter = new Rewriter(ids, outside);
  return pages.map((page) => ({
    ...page,
    id: resolve(page.id, ids.pages),
    elements: page.elements.map((element) => rewriter.rewriteElement(element)),
  }));
}

class Rewriter {
  constructor(
    private readonly ids: SpecIds,
    private readonly outside: Outside,
  ) {}

  rewriteElement(element: Element): Element {
    const own = this.#find(element.id);
    return element.kind === "table"
      ? this.#rewriteTable(element, own.id, own.table!)
      : this.#rewriteControl(element, own.id);
  }

  #rewriteTable(table: TableElement, id: string, own: TableIds): TableElement {
    const rewriteColumn = (columnId: string) => resolve(columnId, own.columns);
    const rewriteColumns = (columnIds: string[]) => columnIds.map(rewriteColumn);
    const rewriteColumnsAndFolders = (refs: string[]) => refs.map((ref) => resolve(ref, own.columns, own.folders));
    const rewriteMetricsAndFolders = (refs: string[]) =>
      refs.map((ref) => resolve(ref, own.metrics, own.metricFolders));
    const rewriteSorts = <Sort extends { columnId: string }>(all: Sort[]) =>
      all.map((sort) => ({ ...sort, columnId: rewriteColumn(sort.columnId) }));
    return mapItem(table, {
      id: () => id,
      source: (source) => this.#rewriteSource(source),
      columns: (all) => all.map((one) => ({ ...one, id: rewriteColumn(one.id) })),
      metrics: (all) =>
        all.map((metric) =>
          mapItem(metric, {
            id: (metricId) => resolve(metricId, own.metrics),
            timeline: (timeline) => ({ ...timeline, dateColumnId: rewriteColumn(timeline.dateColumnId) }),
          }),
        ),
      metricFolders: (all) =>
        all.map((folder) =>
          mapItem(folder, { id: (one) => resolve(one, own.metricFolders), items: rewriteMetricsAndFolders }),
        ),
      metricOrder: rewriteMetricsAndFolders,
      relationships: (all) =>
        all.map((relationship) => {
          const target = this.#find(relationship.targetElementId);
          return {
            ...relationship,
            id: resolve(relationship.id, own.relationships),
            targetElementId: target.id,
            keys: relationship.keys.map((key) => ({
              ...key,
              sourceColumnId: rewriteColumn(key.sourceColumnId),
              targetColumnId: resolve(key.targetColumnId, target.table?.columns),
            })),
          };
        }),
      filters: (all) =>
        all.map((filter) => ({
          ...filter,
          id: resolve(filter.id, own.filters),
          columnId: rewriteColumn(filter.columnId),
        })),
      folders: (all) =>
        all.map((folder) =>
          mapItem(folder, { id: (one) => resolve(one, own.folders), items: rewriteColumnsAndFolders }),
        ),
      groupings: (all) =>
        all.map((grouping) =>
          mapItem(grouping, {
            id: (one) => resolve(one, own.groupings),
            groupBy: rewriteColumnsAndFolders,
            calculations: rewriteColumns,
            sort: rewriteSorts,
          }),
        ),
      summary: rewriteColumns,
      order: rewriteColumnsAndFolders,
      sort: rewriteSorts,
      columnSecurities: (all) =>
        all.map((security) => {
          this.#checkCriteria(security.criteria);
          return {
            ...security,
            id: resolve(security.id, own.columnSecurities),
            restrictedColumns:
              security.restrictedColumns === "all" ? "all" : rewriteColumns(security.restrictedColumns),
          };
        }),
      uniqueKeys: rewriteColumns,
    });
  }

  #rewriteControl(control: ControlElement, id: string): ControlElement {
    for (const parameter of control.parameters ?? []) {
      this.outside.control(id, parameter);
    }
    const rewritten = mapItem(control, {
      id: () => id,
      filters: (all) =>
        all.map((filter) => ({
          ...filter,
          source: this.#rewriteTarget(filter.source),
          columnId: this.#rewriteColumnId(filter.source, filter.columnId),
        })),
    });
    switch (rewritten.controlType) {
      case "list":
      case "segmented":
        return mapItem(rewritten, {
          source: (source) => (source.kind === "source" ? this.#rewriteChoices(source) : source),
        });
      case "hierarchy":
        return mapItem(rewritten, { source: (source) => this.#rewriteChoices(source) });
      default:
        return rewritten;
    }
  }

  /** Where a control takes its values from: a source and columns of that source. */
  #rewriteChoices<Choices extends { source: TargetSource; columnId: string; displayColumnId?: string }>(
    choices: Choices,
  ): Choices {
    const { source, columnId, displayColumnId } = choices;
    return {
      ...choices,
      source: this.#rewriteTarget(source),
      columnId: this.#rewriteColumnId(source, columnId),
      ...(displayColumnId === undefined ? {} : { displayColumnId: this.#rewriteColumnId(source, displayColumnId) }),
    };
  }

  #rewriteSource(source: Source): Source {
    switch (source.kind) {
      case "sql":
        this.outside.connection(source.connectionId);
        return source;
      case "csv-table":
        return source;
      case "join":
        return mapItem(source, {
          joins: (joins) =>
            joins.map((join) => ({
              ...join,
              left: this.#rewriteInner(join.left),
              right: this.#rewriteInner(join.right),
            })),
          primarySource: (primary) => this.#rewriteInner(primary),
        });
      case "union":
        return { ...source, sources: source.sources.map((inner) => this.#rewriteInner(inner)) };
      case "transpose": {
        const inner = this.#rewriteInner(source.source);
        return source.direction === "row-to-column"
          ? {
              ...source,
              source: inner,
              outputColumns: this.#rewriteIdsOrNames(source.source, source.outputColumns),
              columnToTranspose: this.#rewriteColumnId(source.source, source.columnToTranspose),
              valueColumn: this.#rewriteColumnId(source.source, source.valueColumn),
            }
          : { ...source, source: inner, columnsToMerge: this.#rewriteIdsOrNames(source.source, source.columnsToMerge) };
      }
      default:
        return this.#rewriteInner(source);
    }
  }

  #rewriteInner(source: InnerSource): InnerSource {
    if (source.kind !== "table") {
      this.#checkOutside(source);
      return source;
    }
    const element = this.#findTable(source.elementId);
    return mapItem(source, {
      elementId: () => element.id,
      groupingId: (groupingId) => resolve(groupingId, element.table?.groupings),
    });
  }

  #rewriteTarget<Target extends TargetSource>(source: Target): Target {
    if (source.kind === "table") {
      return { ...source, elementId: this.#findTable(source.elementId).id };
    }
    this.#checkOutside(source);
    return source;
  }

  #checkOutside(source: Exclude<InnerSource, { kind: "table" }>): void {
    if (source.kind === "data-model") {
      this.outside.element(source);
    } else {
      this.outside.warehouseTable(source.connectionId, source.path);
    }
  }

  /**
   * A column id means a column of the source named beside it. Ids of warehouse columns have no known form: they pass.
   */
  #rewriteColumnId(source: InnerSource | TargetSource, columnId: string): string {
    switch (source.kind) {
      case "table":
        return resolve(columnId, this.#findTable(source.elementId).table?.columns);
      case "data-model":
        this.outside.column(source, columnId);
        return columnId;
      case "warehouse-table":
        return columnId;
    }
  }

  /**
   * Lists that the schema calls columns and the examples fill with names: an id is replaced, anything else is a name.
   */
  #rewriteIdsOrNames(source: InnerSource, texts: string[]): string[] {
    const columns = source.kind === "table" ? this.#find(source.elementId).table?.columns : undefined;
    return texts.map((text) => columns?.get(text) ?? text);
  }

  #checkCriteria(criteria: NonNullable<TableElement["columnSecurities"]>[number]["criteria"]): void {
    if (criteria.kind === "no-one-can-view") {
      return;
    }
    for (const assignment of criteria.assignments) {
      if ("userAttributeId" in assignment) {
        this.outside.userAttribute(assignment.userAttributeId);
      } else if (assignment.type === "user") {
        this.outside.member(assignment.userId);
      } else {
        this.outside.team(assignment.teamId);
      }
    }
  }

  #find(elementId: string): ElementIds {
    return requireDependency(this.ids.elements.get(elementId), elementId);
  }

  #findTable(elementId: string): ElementIds {
    const element = this.#find(elementId);
    if (!element.table) {
      throw createDependencyNotFound(elementId);
    }
    return element;
  }
}

function resolve(id: string, ...lookups: (Lookup | undefined)[]): string {
  for (const lookup of lookups) {
    const found = lookup?.get(id);
    if (found !== undefined) {
      return found;
    }
  }
  throw createDependencyNotFound(id);
}

/** A copy with some fields changed; a field that is absent stays absent, and the order of the keys stays as it is. */
function mapItem<Item extends object>(
  item: Item,
  changes: { [Key in keyof Item]?: (value: NonNullable<Item[Key]>) => Item[Key] },
): Item {
  const copy = { ...item };
  for (const key of Object.keys(changes) as (keyof Item)[]) {
    const value = item[key];
    if (value !== undefined && value !== null) {
      copy[key] = changes[key]!(value);
    }
  }
  return copy;
}
