import { readFileSync } from "node:fs";
import { z } from "zod";
import { ApiError, collect, type DataModelRepresentation } from "../../api";
import type { Call, Kind, Remote } from "../../engine/kind";
import { equal, equalText, isUnknown } from "../../engine/values";
import {
  assignIds,
  bind,
  diffSpecs,
  emptyIdentity,
  equalSpecs,
  type Finding,
  followRenames,
  formatChanges,
  formatFinding,
  holeNames,
  type IdentityMap,
  type Json,
  type JsonObject,
  keepForm,
  matchIdentity,
  toLocalIds,
  toServerIds,
  validateSpec,
} from "../../spec";

export const dataModelInputs = z.strictObject({
  /** The model's name. Updates in place. */
  name: z.string().min(1),
  /** Id of the folder the model lies in. Updates in place: the model moves. */
  folderId: z.string().min(1),
  /** Updates in place. */
  description: z.string().optional(),
  /** The representation as JSON text, with holes `{"$ref": "<name>"}`. */
  spec: z.string(),
  /** The values of the holes. */
  refs: z.record(z.string(), z.unknown()).optional(),
  /** The file the text came from, relative to the project's folder; messages point into it. */
  file: z.string().optional(),
});

export type DataModelInputs = z.infer<typeof dataModelInputs>;

export interface DataModelOutputs {
  /** The address of the model in the product. */
  url: string;
  /** The version this state knows; absent when a write was cut short and nobody knows. */
  documentVersion?: number;
  /** The user's ids and the platform's. */
  ids: IdentityMap;
}

/** `/v2/dataModels` for the contents, `/v2/files` for name, place and end. */
export const dataModel: Kind<DataModelInputs, DataModelOutputs> = {
  name: "DataModel",
  inputs: dataModelInputs,
  secret: [],
  replaceOn: [],

  problems(inputs) {
    if (isUnknown(inputs.spec)) return [];
    const form = parseText(inputs.spec);
    const bound = bind(form, refsOf(inputs));
    const check = (source?: { file: string; text: string }) => [
      ...bound.findings,
      ...validateSpec(bound.spec, source ? { source } : {}),
    ];
    const isError = ({ severity }: Finding) => severity === "error";
    let findings = check().filter(isError);
    // The file is read again only to say where in it a problem is.
    if (findings.length > 0 && inputs.file !== undefined) findings = check(readSource(inputs.file)).filter(isError);
    return findings.map(formatFinding);
  },

  changed(olds, news) {
    return [
      ...(["name", "folderId"] as const).filter((key) => !equal(olds[key], news[key])),
      ...(equalText(olds.description, news.description) ? [] : (["description"] as const)),
      ...(sameContents(olds, news) ? [] : (["spec"] as const)),
    ];
  },

  describe: ({ name, folderId }) => `data model "${name}" in the folder ${folderId}`,

  async find({ client }, { name, folderId }) {
    const files = await collect(
      client.files.list({ type: "data-model", name, parentId: folderId, directChildren: true }),
    );
    // Nobody says whether the filters of the list match exactly.
    return files
      .filter((file) => file.name === name && file.parentId === folderId && !file.isArchived)
      .map(({ id }) => id);
  },

  async create({ client, attempt }, inputs) {
    const { name, folderId, description } = inputs;
    const pages = pagesOf(toServerIds(declared(inputs), emptyIdentity()));
    const model = {
      name,
      folderId,
      ...(description === undefined ? {} : { description }),
      schemaVersion: 1 as const,
      pages,
    };
    const { dataModelId } = await client.dataModels.createSpec(model, attempt);
    return { id: dataModelId };
  },

  async read(call, id, known) {
    const server = await call.client.dataModels.getSpec(id);
    if (known === undefined) return asFound(server);
    const { name, folderId, description } = server;
    const received = contentsOf(server);
    const { map, ambiguities } = matchIdentity({
      sent: declared(known.inputs),
      received,
      previous: known.outputs.ids,
    });
    for (const ambiguity of ambiguities) call.tell(`data model "${name}": ${ambiguity}`);
    const form = parseText(known.inputs.spec);
    const own = keepForm(form, toLocalIds(received, map), refsOf(known.inputs));
    return {
      inputs: {
        ...known.inputs,
        name,
        folderId,
        description: equalText(known.inputs.description, description) ? known.inputs.description : description,
        ...(own === form ? {} : { spec: JSON.stringify(own), refs: refsIn(own, refsOf(known.inputs)) }),
      },
      outputs: { url: server.url, documentVersion: server.documentVersion, ids: map },
    };
  },

  async update(call, id, olds, news, changed) {
    let current: Known = olds;
    if (changed.has("spec")) {
      const ids = await replaceContents(call, id, olds, news);
      // Which version this made, nobody knows before it is read: a state kept now says so.
      current = {
        inputs: { ...olds.inputs, spec: news.spec, refs: news.refs, file: news.file },
        outputs: { url: olds.outputs.url, ids },
      };
      call.reached(id, current);
    }
    const place = (["name", "folderId", "description"] as const).filter((key) => changed.has(key));
    if (place.length > 0) {
      await call.client.files.update(id, {
        ...(changed.has("name") ? { name: news.name } : {}),
        ...(changed.has("folderId") ? { parentId: news.folderId } : {}),
        ...(changed.has("description") ? { description: news.description ?? "" } : {}),
      });
      current = { ...current, inputs: news };
      call.reached(id, current);
    }
    const written = await dataModel.read(call, id, { ...current, inputs: news } as Known as Complete);
    if (written === undefined) throw new Error(`Data model ${id} was updated, and the platform then says it has none.`);
    return written.outputs;
  },

  async delete({ client }, id) {
    await client.files.delete(id);
  },
};

type Known = Remote<DataModelInputs, Partial<DataModelOutputs>>;
type Complete = Remote<DataModelInputs, DataModelOutputs>;

/**
 * Sends the declared contents, in the platform's ids, on top of the version this state knows. Answers the identity map it was
 * sent with.
 *
 * @throws when the model moved on since that version, with who, when and what, unless it is already as declared.
 */
async function replaceContents({ client }: Call, id: string, olds: Known, news: DataModelInputs): Promise<IdentityMap> {
  const wanted = declared(news);
  let { ids, documentVersion } = olds.outputs;
  if (ids === undefined || documentVersion === undefined) {
    // An earlier write was cut short: what is there now is what it left.
    const now = await client.dataModels.getSpec(id);
    const match = matchIdentity({ sent: declared(olds.inputs), received: contentsOf(now), previous: ids });
    ids = match.map;
    documentVersion = now.documentVersion;
  }
  const renamed = followRenames(ids, declared(olds.inputs), wanted);
  try {
    await client.dataModels.updateSpec(id, {
      schemaVersion: 1,
      documentVersion,
      pages: pagesOf(toServerIds(wanted, renamed)),
    });
  } catch (error) {
    const { map } = await explainRefusal(error, { client, id, documentVersion, ids: renamed, olds, wanted });
    return map;
  }
  return renamed;
}

/** Why an update was refused. Nobody says which status a stale version has, so the version itself is looked at. */
async function explainRefusal(
  error: unknown,
  at: {
    client: Call["client"];
    id: string;
    documentVersion: number;
    ids: IdentityMap;
    olds: Known;
    wanted: Json;
  },
): Promise<{ map: IdentityMap }> {
  const refused = error instanceof ApiError && (error.status === undefined || error.status >= 400);
  if (!refused || error.status === 401 || error.status === 403 || error.status === 404) throw error;
  const now = await at.client.dataModels.getSpec(at.id).catch(() => {
    throw error;
  });
  if (now.documentVersion === at.documentVersion) throw error;
  const received = contentsOf(now);
  const asWanted = matchIdentity({ sent: at.wanted, received, previous: at.ids });
  // The version moved on because this very change arrived, and only its answer was lost.
  if (equalSpecs(toLocalIds(received, asWanted.map), at.wanted)) return asWanted;

  const before = declared(at.olds.inputs);
  const { map } = matchIdentity({ sent: before, received, previous: at.olds.outputs.ids });
  const changes = formatChanges(diffSpecs(before, toLocalIds(received, map)), { max: 10 });
  throw new Error(
    [
      `The data model "${now.name}" (${at.id}) was changed on the platform since version ${at.documentVersion}, which this state knows: ` +
        `it is at version ${now.documentVersion}, by ${now.updatedBy} at ${now.updatedAt}. Nothing was written.`,
      ...changes.map((change) => `  ${change}`),
      "Run `pulumi refresh` to see the change as drift, then either take it into the file or run `pulumi up` to undo it.",
    ].join("\n"),
  );
}

/** The representation as declared: holes filled, ids given to the parts that have none. */
function declared(inputs: DataModelInputs, refs = refsOf(inputs)): Json {
  return assignIds(bind(parseText(inputs.spec), refs).spec);
}

/**
 * Equal in meaning. A value known only after apply, in a hole the state has a value for, counts as that value: the reference is the
 * same, and so is most likely what it stands for. If it turns out otherwise, the update itself compares again, with all values known.
 */
function sameContents(olds: DataModelInputs, news: DataModelInputs): boolean {
  if (isUnknown(news.spec)) return false;
  const before = refsOf(olds);
  const after = Object.fromEntries(
    Object.entries(refsOf(news)).map(([name, value]) => [
      name,
      isUnknown(value) && Object.hasOwn(before, name) ? before[name] : value,
    ]),
  );
  if (olds.spec === news.spec && equal(before, after)) return true;
  return equalSpecs(declared(olds, before), declared(news, after));
}

/** A model nothing is known about: the platform's own text and ids. */
function asFound(server: DataModelRepresentation): Complete {
  const contents = contentsOf(server);
  const { name, folderId, description, url, documentVersion } = server;
  return {
    inputs: { name, folderId, description, spec: JSON.stringify(contents) },
    outputs: { url, documentVersion, ids: matchIdentity({ sent: contents, received: contents }).map },
  };
}

/** The part of an answer that a file would hold. */
function contentsOf({ schemaVersion, pages }: DataModelRepresentation): JsonObject {
  return { schemaVersion: schemaVersion as Json, pages: pages as Json };
}

function pagesOf(spec: Json): Json[] {
  return (spec as { pages: Json[] }).pages;
}

function refsOf(inputs: DataModelInputs): Record<string, unknown> {
  return inputs.refs ?? {};
}

/** The values that are still referred to. */
function refsIn(spec: Json, refs: Record<string, unknown>): Record<string, unknown> | undefined {
  const used = holeNames(spec).filter((name) => Object.hasOwn(refs, name));
  return used.length > 0 ? Object.fromEntries(used.map((name) => [name, refs[name]])) : undefined;
}

function parseText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch (error) {
    throw new Error(`spec: not the JSON text the resource class makes (${(error as Error).message}).`);
  }
}

/** The user's file, for positions in messages; undefined where it isn't readable from here. */
function readSource(file: string): { file: string; text: string } | undefined {
  try {
    return { file, text: readFileSync(file, "utf8") };
  } catch {
    return undefined;
  }
}
