import { type AnalyticsClient, collect, type DataModelRepresentation } from "../../api";
import { orGone } from "../../engine/creation";
import type { Call, Kind } from "../../engine/kind";
import { equal, equalText, textsIn } from "../../engine/values";
import {
  emptyIdentity,
  type IdentityMap,
  type JsonObject,
  keepForm,
  matchIdentity,
  pathText,
  takeLeft,
  toLocalIds,
  toServerIds,
  walkIds,
} from "../../spec";
import { contentsOf, declared, formOf, pagesOf, refsIn, refsOf, sameContents } from "./contents";
import { type DataModelInputs, type DataModelOutputs, dataModelInputs, type Known } from "./inputs";
import { replaceContents } from "./replace";
import { driftBetween, factsOf, notesOn, problemsOf, ruleProblems } from "./review";

/** `/v2/dataModels` for the contents, `/v2/files` for name, place and end. */
export const dataModel: Kind<DataModelInputs, DataModelOutputs> = {
  name: "DataModel",
  inputs: dataModelInputs,
  secret: [],
  // Which of the values the secret is, only the program knows; without values it is the model as a whole.
  secretTexts: ({ confidential, refs, spec }) => (confidential ? textsIn(refs ?? readable(spec)) : []),
  replaceOn: [],

  problems: (inputs) => [...ruleProblems(), ...problemsOf(inputs)],
  notes: notesOn,
  facts: factsOf,

  changed: (olds, news) => [
    ...(["name", "folderId"] as const).filter((key) => !equal(olds[key], news[key])),
    ...(equalText(olds.description, news.description) ? [] : (["description"] as const)),
    ...(sameContents(olds, news) ? [] : (["spec"] as const)),
    // Refresh and delete get nothing but the state: what they go by has to be in it.
    ...(["leave", "deletion", "restoreDeleted"] as const).filter((key) => !equal(olds[key], news[key])),
  ],

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

  async origin({ client }, id) {
    const { createdAt, createdBy } = await client.files.get(id);
    return { at: createdAt, by: createdBy };
  },

  async create(call, inputs) {
    const { name, folderId, description } = inputs;
    const pages = pagesOf(toServerIds(declared(inputs), emptyIdentity()));
    const { dataModelId: id } = await call.client.dataModels.createSpec(
      { name, folderId, ...(description === undefined ? {} : { description }), schemaVersion: 1, pages },
      call.attempt,
    );
    call.reached(id, { inputs, outputs: {} });
    return { id, outputs: await written(call, id, { inputs, outputs: {} }) };
  },

  async read(call, id, known) {
    const server = await living(call.client, id);
    if (server === undefined) return known?.inputs.restoreDeleted ? asDeleted(call, known) : undefined;
    if (known === undefined) return asFound(server);
    const { inputs, outputs, drift } = compare(server, known);
    for (const change of drift) call.tell(`data model "${server.name}" on the platform: ${change}`);
    return { inputs, outputs };
  },

  async update(call, id, olds, news, changed) {
    if (olds.outputs.deleted) await call.client.files.restore(id);
    let now: Known = olds;
    if (changed.has("spec") || olds.outputs.ids === undefined) {
      const ids = await replaceContents(call, id, olds, news);
      // Which version this made, nobody knows before it is read: a state kept now says so.
      now = {
        inputs: { ...olds.inputs, spec: news.spec, refs: news.refs, file: news.file, confidential: news.confidential },
        outputs: { url: olds.outputs.url, ids },
      };
      call.reached(id, now);
    }
    const place = (["name", "folderId", "description"] as const).filter((key) => changed.has(key));
    if (place.length > 0) {
      await call.client.files.update(id, {
        ...(changed.has("name") ? { name: news.name } : {}),
        ...(changed.has("folderId") ? { parentId: news.folderId } : {}),
        ...(changed.has("description") ? { description: news.description ?? "" } : {}),
      });
      call.reached(id, { ...now, inputs: { ...now.inputs, ...news, spec: now.inputs.spec, refs: now.inputs.refs } });
    }
    return written(call, id, { ...now, inputs: news });
  },

  async delete(call, id, { inputs }) {
    if (inputs.deletion === "retain") {
      call.tell(`data model "${inputs.name}" (${id}) stays on the platform: its deletion is "retain"`);
      return;
    }
    await call.client.files.delete(id);
  },
};

/** The model, unless it was deleted; the platform may answer for a deleted one too. */
async function living(client: AnalyticsClient, id: string): Promise<DataModelRepresentation | undefined> {
  const server = await orGone(client.dataModels.getSpec(id));
  return server === undefined || (await client.dataModels.isDeleted(id)) ? undefined : server;
}

/** A text's contents, or itself: messages are cleaned of inputs that nobody has checked yet, too. */
function readable(spec: unknown): unknown {
  try {
    return JSON.parse(String(spec));
  } catch {
    return spec;
  }
}

/** The platform's answer against what is declared. */
function compare(server: DataModelRepresentation, known: Known) {
  const { name, folderId, description, url, documentVersion } = server;
  const received = contentsOf(server);
  const mine = declared(known.inputs);
  const { map: ids, ambiguities } = matchIdentity({ sent: mine, received, previous: known.outputs.ids });
  // What is left to the platform is as declared, whatever it is.
  const theirs = takeLeft(toLocalIds(received, ids), mine, known.inputs.leave ?? []);
  const form = formOf(known.inputs);
  const own = keepForm(form, theirs, refsOf(known.inputs));
  const inputs: DataModelInputs = {
    ...known.inputs,
    name,
    folderId,
    description: equalText(known.inputs.description, description) ? known.inputs.description : description,
    ...(own === form ? {} : { spec: JSON.stringify(own), refs: refsIn(own, refsOf(known.inputs)) }),
  };
  const outputs: DataModelOutputs = { url, documentVersion, ids };
  const drift = own === form ? [] : driftBetween(mine, theirs, known.inputs.confidential);
  return { inputs, outputs, drift, ambiguities };
}

/** Reads back what was written, the only way to learn the ids, and says which formulas the platform can't work with. */
async function written(call: Call, id: string, known: Known): Promise<DataModelOutputs> {
  const { outputs, ambiguities } = compare(await call.client.dataModels.getSpec(id), known);
  call.reached(id, { ...known, outputs });
  const title = `warning: data model "${known.inputs.name}"`;
  for (const ambiguity of ambiguities) call.tell(`${title}: ${ambiguity}`);
  for (const place of await brokenFormulas(call.client, id, known.inputs, outputs.ids)) {
    call.tell(`${title}: ${place}: the platform can't compute this formula`);
  }
  return outputs;
}

/** The columns whose type the platform reports as an error, as paths into the declared model. */
async function brokenFormulas(
  client: AnalyticsClient,
  id: string,
  inputs: DataModelInputs,
  ids: IdentityMap,
): Promise<string[]> {
  const broken = new Set(
    (await collect(client.dataModels.columns(id)))
      .filter(isBroken)
      .map(({ elementId, columnId }) => `${elementId} ${columnId}`),
  );
  if (broken.size === 0) return [];
  const spec = declared(inputs) as JsonObject;
  const places: string[] = [];
  walkIds(spec, (site) => {
    const { role, owner, id: column } = site;
    const [kind] = site.kinds;
    if (role !== "definition" || kind !== "column" || owner === undefined) return;
    const element = ids.elements[owner];
    if (broken.has(`${element?.id} ${element?.columns?.[column]}`))
      places.push(`${pathText(spec, site.path().slice(0, -1))}.formula`);
  });
  return places;
}

/** Nobody says what the type looks like: a word, or an object that holds it. */
function isBroken({ type }: { type?: unknown }): boolean {
  return type === "error" || (type as { type?: unknown } | null | undefined)?.type === "error";
}

/** A model nothing is known about: the platform's own text and ids. */
function asFound(server: DataModelRepresentation) {
  const contents = contentsOf(server);
  const { name, folderId, description, url, documentVersion } = server;
  return {
    inputs: { name, folderId, description, spec: JSON.stringify(contents) },
    outputs: { url, documentVersion, ids: matchIdentity({ sent: contents, received: contents }).map },
  };
}

/** A model that was deleted on the platform and is to be restored stays in the state, empty, so that the next update brings it back. */
function asDeleted(call: Call, { inputs, outputs }: Known) {
  call.tell(`data model "${inputs.name}" was deleted on the platform; the next update restores it`);
  return {
    inputs: { ...inputs, spec: '{"pages":[]}', refs: undefined },
    outputs: { url: outputs.url ?? "", ids: outputs.ids ?? emptyIdentity(), deleted: true },
  };
}
