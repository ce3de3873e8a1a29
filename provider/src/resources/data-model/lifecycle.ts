import type { AnalyticsClient, DataModelRepresentation } from "../../api";
import { collect } from "../../api/transport/pages";
import { orGone } from "../../engine/creation";
import type { Call, Kind } from "../../engine/kind";
import { equal, equalText, textsIn } from "../../engine/values";
import { emptyIdentity, matchIdentity, toServerIds } from "../../spec";
import { contentsOf, declared, pagesOf, sameContents } from "./contents";
import { type DataModelInputs, type DataModelOutputs, dataModelInputs, type Known } from "./inputs";
import { compare, confirmed, written } from "./read-back";
import { replaceContents } from "./replace";
import { factsOf, notesOn, problemsOf, ruleProblems } from "./review";

/** `/v2/dataModels` for the contents, `/v2/files` for name, place and end. */
export const dataModel: Kind<DataModelInputs, DataModelOutputs> = {
  name: "DataModel",
  inputs: dataModelInputs,
  secret: [],
  // Which of the values the secret is, only the program knows; without values it is the model as a whole.
  secretTexts: ({ confidential, refs, spec }) => (confidential ? textsIn(refs ?? readable(spec)) : []),
  texts: ["ids"],
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
    const place = (["name", "folderId", "description"] as const).filter((key) => changed.has(key));
    if (changed.has("spec") || olds.outputs.ids === undefined) {
      const { keepsIds, ...replaced } = await replaceContents(call, id, olds, news);
      now = {
        inputs: { ...olds.inputs, spec: news.spec, refs: news.refs, file: news.file, confidential: news.confidential },
        outputs: { url: olds.outputs.url, ...replaced },
      };
      call.reached(id, now);
      const outputs = keepsIds && place.length === 0 ? await confirmed(call, id, { ...now, inputs: news }) : undefined;
      if (outputs !== undefined) return outputs;
    }
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
