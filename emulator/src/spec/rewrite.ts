import { dependency, dependencyNotFound } from "../http/errors";
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
    elements: page.elements.map((element) => rewriter.element(element)),
  }));
}

class Rewriter {
  constructor(
    private readonly ids: SpecIds,
    private readonly outside: Outside,
  ) {}

  element(element: Element): Element {
    const own = this.#find(element.id);
    return element.kind === "table" ? this.#table(element, own.id, own.table!) : this.#control(element, own.id);
  }

  #table(table: TableElement, id: string, own: TableIds): TableElement {
    const column = (columnId: string) => resolve(columnId, own.columns);
    const columns = (columnIds: string[]) => columnIds.map(column);
    const columnsAndFolders = (refs: string[]) => refs.map((ref) => resolve(ref, own.columns, own.folders));
    const metricsAndFolders = (refs: string[]) => refs.map((ref) => resolve(ref, own.metrics, own.metricFolders));
    const sorts = <Sort extends { columnId: string }>(all: Sort[]) =>
      all.map((sort) => ({ ...sort, columnId: column(sort.columnId) }));
    return mapped(table, {
      id: () => id,
      source: (source) => this.#source(source),
      columns: (all) => all.map((one) => ({ ...one, id: column(one.id) })),
      metrics: (all) =>
        all.map((metric) =>
          mapped(metric, {
            id: (metricId) => resolve(metricId, own.metrics),
            timeline: (timeline) => ({ ...timeline, dateColumnId: column(timeline.dateColumnId) }),
          }),
        ),
      metricFolders: (all) =>
        all.map((folder) => mapped(folder, { id: (one) => resolve(one, own.metricFolders), items: metricsAndFolders })),
      metricOrder: metricsAndFolders,
      relationships: (all) =>
        all.map((relationship) => {
          const target = this.#find(relationship.targetElementId);
          return {
            ...relationship,
            id: resolve(relationship.id, own.relationships),
            targetElementId: target.id,
            keys: relationship.keys.map((key) => ({
              ...key,
              sourceColumnId: column(key.sourceColumnId),
              targetColumnId: resolve(key.targetColumnId, target.table?.columns),
            })),
          };
        }),
      filters: (all) =>
        all.map((filter) => ({ ...filter, id: resolve(filter.id, own.filters), columnId: column(filter.columnId) })),
      folders: (all) =>
        all.map((folder) => mapped(folder, { id: (one) => resolve(one, own.folders), items: columnsAndFolders })),
      groupings: (all) =>
        all.map((grouping) =>
          mapped(grouping, {
            id: (one) => resolve(one, own.groupings),
            groupBy: columnsAndFolders,
            calculations: columns,
            sort: sorts,
          }),
        ),
      summary: columns,
      order: columnsAndFolders,
      sort: sorts,
      columnSecurities: (all) =>
        all.map((security) => {
          this.#checkCriteria(security.criteria);
          return {
            ...security,
            id: resolve(security.id, own.columnSecurities),
            restrictedColumns: columns(security.restrictedColumns),
          };
        }),
      uniqueKeys: columns,
    });
  }

  #control(control: ControlElement, id: string): ControlElement {
    for (const parameter of control.parameters ?? []) {
      this.outside.control(id, parameter);
    }
    const rewritten = mapped(control, {
      id: () => id,
      filters: (all) =>
        all.map((filter) => ({
          ...filter,
          source: this.#target(filter.source),
          columnId: this.#columnOf(filter.source, filter.columnId),
        })),
    });
    switch (rewritten.controlType) {
      case "list":
      case "segmented":
        return mapped(rewritten, {
          source: (source) => (source.kind === "source" ? this.#choices(source) : source),
        });
      case "hierarchy":
        return mapped(rewritten, { source: (source) => this.#choices(source) });
      default:
        return rewritten;
    }
  }

  /** Where a control takes its values from: a source and columns of that source. */
  #choices<Choices extends { source: TargetSource; columnId: string; displayColumnId?: string }>(
    choices: Choices,
  ): Choices {
    const { source, columnId, displayColumnId } = choices;
    return {
      ...choices,
      source: this.#target(source),
      columnId: this.#columnOf(source, columnId),
      ...(displayColumnId === undefined ? {} : { displayColumnId: this.#columnOf(source, displayColumnId) }),
    };
  }

  #source(source: Source): Source {
    switch (source.kind) {
      case "sql":
        this.outside.connection(source.connectionId);
        return source;
      case "csv-table":
        return source;
      case "join":
        return mapped(source, {
          joins: (joins) =>
            joins.map((join) => ({ ...join, left: this.#inner(join.left), right: this.#inner(join.right) })),
          primarySource: (primary) => this.#inner(primary),
        });
      case "union":
        return { ...source, sources: source.sources.map((inner) => this.#inner(inner)) };
      case "transpose": {
        const inner = this.#inner(source.source);
        return source.direction === "row-to-column"
          ? {
              ...source,
              source: inner,
              outputColumns: this.#idsOrNames(source.source, source.outputColumns),
              columnToTranspose: this.#columnOf(source.source, source.columnToTranspose),
              valueColumn: this.#columnOf(source.source, source.valueColumn),
            }
          : { ...source, source: inner, columnsToMerge: this.#idsOrNames(source.source, source.columnsToMerge) };
      }
      default:
        return this.#inner(source);
    }
  }

  #inner(source: InnerSource): InnerSource {
    if (source.kind !== "table") {
      this.#checkOutside(source);
      return source;
    }
    const element = this.#findTable(source.elementId);
    return mapped(source, {
      elementId: () => element.id,
      groupingId: (groupingId) => resolve(groupingId, element.table?.groupings),
    });
  }

  #target<Target extends TargetSource>(source: Target): Target {
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

  /** A column id means a column of the source named beside it. Ids of warehouse columns have no known form: they pass. */
  #columnOf(source: InnerSource | TargetSource, columnId: string): string {
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

  /** Lists that the schema calls columns and the examples fill with names: an id is replaced, anything else is a name. */
  #idsOrNames(source: InnerSource, texts: string[]): string[] {
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
    return dependency(this.ids.elements.get(elementId), elementId);
  }

  #findTable(elementId: string): ElementIds {
    const element = this.#find(elementId);
    if (!element.table) {
      throw dependencyNotFound(elementId);
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
  throw dependencyNotFound(id);
}

/** A copy with some fields changed; a field that is absent stays absent, and the order of the keys stays as it is. */
function mapped<Item extends object>(
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
