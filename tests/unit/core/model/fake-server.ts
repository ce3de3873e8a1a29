import { copy, type Loose } from "./fixtures";
import { type Json, type JsonObject, rewriteIds } from "./spec";

/** What a server does with the ids of what it knows already when a model is replaced. */
export type IdPolicy = "keep" | "reassign" | "recount";

/**
 * A server as the contract describes it: it gives its own ids to what is new, and keeps the others or not. It writes
 * models in a form of its own: defaults spelled out or dropped, keys in another order, fields of its own at the top.
 */
export class FakeServer {
  private model: JsonObject = {};
  private count = 0;
  private version = 0;
  /** Each id's predecessor: the id that was sent for it. */
  readonly sentAs = new Map<string, string>();

  constructor(private readonly policy: IdPolicy) {}

  create(spec: JsonObject): void {
    this.store(spec, () => false);
  }

  replace(spec: JsonObject): void {
    const known = new Set<string>();
    rewriteIds(this.model, (site) => {
      if (site.role === "definition") known.add(formKey(site.kinds[0]!, site.owner, site.id));
      return site.id;
    });
    this.store(spec, (key) => this.policy === "keep" && known.has(key));
  }

  private store(spec: JsonObject, keeps: (key: string) => boolean): void {
    if (this.policy === "recount") this.count = 0;
    const given = new Map<string, string>();
    this.sentAs.clear();
    this.model = rewriteIds(spec, ({ kinds, owner, id, orName, role }) => {
      if (orName) return id;
      for (const kind of kinds) {
        const known = given.get(formKey(kind, owner, id));
        if (known !== undefined) return known;
      }
      if (role === "reference" && kinds.length > 1) return id;
      const key = formKey(kinds[0]!, owner, id);
      const serverId = keeps(key) ? id : `s${++this.count}`;
      given.set(key, serverId);
      this.sentAs.set(serverId, id);
      return serverId;
    });
    this.version++;
  }

  read(): JsonObject {
    return {
      dataModelId: "dm-0",
      url: "https://example.com/dm-0",
      documentVersion: this.version,
      latestDocumentVersion: this.version,
      ...writeAsServer(this.model),
      schemaVersion: "1",
      name: "Model",
      folderId: "f-1",
    };
  }

  /** Somebody edits the model in the product. */
  edit(change: (model: Loose) => void): void {
    change(this.model);
    this.version++;
  }
}

const formKey = (kind: string, owner: string | undefined, id: string) => JSON.stringify([kind, owner ?? null, id]);

/** The same model in the server's hand. */
function writeAsServer(model: JsonObject): JsonObject {
  const spec: Loose = reverseKeys(copy(model));
  for (const page of spec.pages) {
    for (const element of page.elements) {
      element.filters ??= [];
      if (element.description === "") delete element.description;
      if (element.kind !== "table") continue;
      element.metrics ??= [];
      for (const column of element.columns) column.hidden ??= false;
      for (const filter of element.filters) filter.state ??= "enabled";
      for (const key of element.sort ?? []) if (key.nulls === "connection-default") delete key.nulls;
      element.uniqueKeys?.reverse();
      for (const join of element.source.joins ?? []) {
        join.joinType ??= "left-outer";
        for (const pair of join.columns) pair.op ??= "=";
        if (join.right.kind === "warehouse-table") join.name ??= join.right.path.at(-1);
      }
      if (element.source.kind === "join") element.source.primarySource ??= copy(element.source.joins[0].left);
    }
  }
  return spec;
}

function reverseKeys(value: Json): Json {
  if (Array.isArray(value)) return value.map(reverseKeys);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reverseKeys(item!)]),
  );
}
