import { isPlaceholder, type Json, type JsonObject, listPlaceholders } from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { listObjects, mapObjects } from "./map-objects";

/** A model that others can refer to. */
export interface ReferableModel {
  readonly id: string;
  /** Its name in `!ref`. */
  readonly name: string;
  readonly ids: { readonly elements: Readonly<Record<string, { readonly id: string }>> };
}

/**
 * What `!ref` names stand for: connections by their names, models by theirs, and `orders#fact_orders` for the element
 * of a model.
 *
 * @example
 * const references = new References([["warehouse", "c-1"]]);
 * references.add({ id: "m-1", name: "orders", ids });
 * references.getValue("orders#fact_orders"); // the platform's id of the element
 */
export class References {
  private readonly connections = new Map<string, string>();
  private readonly connectionNames = new Map<string, string>();
  private readonly byId = new Map<string, ReferableModel>();
  private readonly byName = new Map<string, ReferableModel>();

  constructor(connections: Iterable<readonly [name: string, id: string]>) {
    for (const [name, id] of connections) {
      this.connections.set(name, id);
      this.connectionNames.set(id, name);
    }
  }

  /** Adds a model, or gives one its latest ids. */
  add(model: ReferableModel): void {
    this.byId.set(model.id, model);
    this.byName.set(model.name, model);
  }

  /** What a name stands for; undefined when nothing is called so. */
  getValue(name: string): string | undefined {
    const [model, element] = splitRef(name);
    if (element === undefined) return this.connections.get(name) ?? this.byName.get(model)?.id;
    const elements = this.byName.get(model)?.ids.elements ?? {};
    return Object.hasOwn(elements, element) ? elements[element]?.id : undefined;
  }

  /** The model that a name belongs to. */
  findModel(name: string): ReferableModel | undefined {
    return this.byName.get(splitRef(name)[0]);
  }

  getConnectionName(id: string): string | undefined {
    return this.connectionNames.get(id);
  }

  getModelName(id: string): string | undefined {
    return this.byId.get(id)?.name;
  }

  /** `orders#fact_orders`, for the element of a model by the platform's ids. */
  getElementName(model: string, element: string): string | undefined {
    const known = this.byId.get(model);
    const [id] = Object.entries(known?.ids.elements ?? {}).find(([, identity]) => identity.id === element) ?? [];
    return known === undefined || id === undefined ? undefined : `${known.name}#${id}`;
  }
}

/** The models whose ids stand in a representation. */
export const collectModels = (spec: Json): Set<string> =>
  new Set(listObjects(spec).flatMap(({ dataModelId }) => (typeof dataModelId === "string" ? [dataModelId] : [])));

/** The names in place of ids of one kind, each once: those of `connectionId` are of connections. */
export const listFieldNames = (field: "connectionId" | "dataModelId", form: Json): string[] => [
  ...new Set(listPlaceholders(form).flatMap(({ name, path }) => (path.at(-1) === field ? [name] : []))),
];

/**
 * A representation with names in the places of ids: connections, other models and their elements become placeholders.
 *
 * @param mayRefer whether a model may be referred to by its name; one that may not keeps its id.
 * @param own the user's text as it is: an id that stands there by itself was meant so, and stays.
 */
export function insertNames(
  form: Json,
  references: References,
  { mayRefer, own = null }: { mayRefer: (model: string) => boolean; own?: Json },
): Json {
  const meant = collectIds(own);
  const refer = (value: Json | undefined, name: string | undefined): Json | undefined =>
    typeof value !== "string" || name === undefined || meant.has(value) ? value : { $ref: name };

  return mapObjects(form, (item) => {
    const { connectionId, dataModelId, elementId, kind } = item;
    const changed: JsonObject = {};
    if (typeof connectionId === "string") {
      changed.connectionId = refer(connectionId, references.getConnectionName(connectionId));
    }
    const model = isPlaceholder(dataModelId) ? references.getValue(dataModelId.$ref) : dataModelId;
    if (typeof model === "string" && (isPlaceholder(dataModelId) || mayRefer(model))) {
      changed.dataModelId = refer(dataModelId, references.getModelName(model));
      if (kind === "data-model" && typeof elementId === "string") {
        changed.elementId = refer(elementId, references.getElementName(model, elementId));
      }
    }
    return { ...item, ...changed };
  });
}

/** The ids of connections, models and their elements that stand in a text by themselves. */
const collectIds = (form: Json): Set<Json | undefined> =>
  new Set(
    listObjects(form).flatMap(({ connectionId, dataModelId, elementId, kind }) => [
      ...[connectionId, dataModelId],
      ...(kind === "data-model" ? [elementId] : []),
    ]),
  );
