import type { AnalyticsClient, DataModelRepresentation } from "../../core/api";
import { collect } from "../../core/api/transport/pages";
import { assignIds, emptyIdentity, matchIdentity, mayBeStoredFrom, platformSpec, toServerIds } from "../../core/spec";
import { equal, equalText, textsIn } from "../../core/values";
import { orGone } from "../../host/create/creation";
import type { Call, Kind } from "../declare/kind";
import { refuseMoved } from "./conflict";
import { fileContents, modelOf, sameDeclaration } from "./contents";
import { type DataModelInputs, type DataModelOutputs, dataModelInputs, type Known, type Place } from "./inputs";
import { schedulesOf } from "./materialization";
import { mockModel } from "./mock";
import { namesakeNotes } from "./namesakes";
import { pick, placeBaseline, placeKeys, placeOf, without, withPlace } from "./place";
import { readBack, warn } from "./read-back";
import { hintOnRefusal } from "./refusals";
import { replaceContents } from "./replace";
import { driftBetween, factsOf, notesOn, problemsOf, ruleProblems, ruleSeverity } from "./review";
import { compare } from "./stored";

/** `/v2/dataModels` for the contents, `/v2/files` for name, place and end. */
export const dataModel: Kind<DataModelInputs, DataModelOutputs> = {
  name: "DataModel",
  inputs: dataModelInputs,
  renamed: { leave: "ignorePaths" },
  permission:
    'an Admin account (documented: an account type with "Create, edit, and publish data models", which is reported to be too little), and Can edit access to the folder and the data model',
  secret: [],
  // Which of the values the secret is, only the program knows; without values it is the model as a whole.
  secretTexts: ({ confidential, refs, spec }) => (confidential ? textsIn(refs ?? readable(spec)) : []),
  texts: ["ids", "baseline"],
  // It quotes what the platform has, and so perhaps the secret.
  secretOutputs: ({ confidential }, secretInputs) => [
    ...(confidential || placeKeys.some((key) => secretInputs.includes(key)) ? (["baseline"] as const) : []),
    // The platform makes the address of the name.
    ...(secretInputs.includes("name") ? (["url"] as const) : []),
  ],
  replaceOn: [],

  // Which of an object's values are secret, the host doesn't tell.
  settled: (inputs) => (typeof inputs.spec === "string" ? inputs : { ...inputs, confidential: true }),

  problems: (inputs) => [...ruleProblems(), ...problemsOf(inputs)],
  notes: (news, olds, urn) => [...notesOn(news, olds), ...namesakeNotes(news, urn)],
  facts: factsOf,

  changed: (olds, news) => [
    ...(["name", "folderId"] as const).filter((key) => !equal(olds[key], news[key])),
    ...(equalText(olds.description, news.description) ? [] : (["description"] as const)),
    ...(sameDeclaration(olds, news) ? [] : (["spec"] as const)),
    // Refresh and delete get nothing but the state: what they go by has to be in it.
    ...(["ignorePaths", "deletion", "restoreDeleted"] as const).filter((key) => !equal(olds[key], news[key])),
  ],

  hint: hintOnRefusal,

  describe: ({ name, folderId }) => `data model "${name}" in the folder ${folderId}`,

  async find({ client }, { name, folderId }) {
    const files = await collect(
      client.files.list({ type: "data-model", name, parentId: folderId, directChildren: true }),
    );
    // Whether the filters of the list match exactly is undocumented.
    return files
      .filter((file) => file.name === name && file.parentId === folderId && !file.isArchived)
      .map(({ id }) => id);
  },

  async origin({ client }, id) {
    const { createdAt, createdBy } = await client.files.get(id);
    return { at: createdAt, by: createdBy };
  },

  // A model that moves from the program into a file, or gets options of this provider, is still the one whose create was lost.
  sent: ({ name, folderId, description, spec, refs }) => [
    name,
    folderId,
    description,
    modelOf({ spec, refs }).declared.pages,
  ],

  async create(call, inputs) {
    const { name, folderId, description } = inputs;
    const { pages } = toServerIds(modelOf(inputs).declared, emptyIdentity());
    const { dataModelId: id } = await call.client.dataModels.createSpec(
      {
        name,
        folderId,
        ...(description === undefined ? {} : { description }),
        schemaVersion: 1,
        pages: pages as readonly unknown[],
      },
      { ...call.attempt, isStored: (there) => mayBeStoredFrom(modelOf(inputs).declared, platformSpec(there)) },
    );
    call.reached(id, { inputs, outputs: {} });
    const server = await call.client.dataModels.getSpec(id);
    const outputs = await readBack(call, id, inputs, server, undefined, {});
    return { id, outputs: placed(call, inputs, outputs, placeBaseline(inputs, server)) };
  },

  async read(call, id, known) {
    const server = await living(call.client, id);
    if (server === undefined) return known?.inputs.restoreDeleted ? asDeleted(call, known) : undefined;
    if (known === undefined) return asFound(server);
    const { inputs, outputs, declared, drifted } = compare(server, known);
    const drift = drifted === declared ? [] : driftBetween(declared, drifted, known.inputs.confidential);
    for (const change of drift) call.tell(`data model "${server.name}" on the platform: ${change}`);
    return { inputs, outputs };
  },

  async update(call, id, olds, news, changed) {
    const { dataModels, files } = call.client;
    if (olds.outputs.deleted) await files.restore(id);
    const place = placeKeys.filter((key) => changed.has(key));
    const writesContents =
      changed.has("spec") || changed.has("ignorePaths") || olds.outputs.documentVersion === undefined || isUnmet(olds);
    let outputs = olds.outputs as DataModelOutputs;
    if (!writesContents && place.length === 0) return outputs;

    // At once: nothing is to come between the read and the write.
    const [server, schedules] = await Promise.all([
      dataModels.getSpec(id),
      writesContents ? schedulesOf(call, id) : undefined,
    ]);
    await refuseMoved(call, server, olds, news, changed);
    const known = olds.outputs.baseline?.place;
    if (writesContents) {
      const inputs = { ...news, ...placeOf(olds.inputs) };
      const { server: after, ids } = await replaceContents(call, id, olds, inputs, server, schedules);
      outputs = withPlace(await readBack(call, id, inputs, after, ids, olds.outputs), known);
      call.reached(id, { inputs, outputs });
    }
    if (place.length === 0) return outputs;
    const {
      name,
      parentId: folderId,
      description,
    } = await files.update(id, {
      ...(changed.has("name") ? { name: news.name } : {}),
      ...(changed.has("folderId") ? { parentId: news.folderId } : {}),
      ...(changed.has("description") ? { description: news.description ?? "" } : {}),
    });
    const now = { ...placeOf(news), ...pick({ name, folderId: folderId ?? news.folderId, description }, place) };
    return placed(call, news, outputs, { ...without(known, place), ...placeBaseline(news, now) });
  },

  mock: mockModel,

  async delete(call, id, { inputs }) {
    if (inputs.deletion === "retain") {
      call.tell(`data model "${inputs.name}" (${id}) stays on the platform: its deletion is "retain"`);
      return;
    }
    await call.client.files.delete(id);
  },
};

/** Whether the last write ended with an error because of what the platform didn't keep. */
function isUnmet({ outputs }: Known): boolean {
  return ruleSeverity("not-kept") === "error" && (outputs.notKept ?? []).length > 0;
}

/** The outputs with what the platform made of name, folder and description, which is told when it is new. */
function placed(
  call: Call,
  inputs: DataModelInputs,
  outputs: DataModelOutputs,
  place: Partial<Place> | undefined,
): DataModelOutputs {
  for (const key of placeKeys) {
    const stored = place?.[key];
    if (stored === undefined || stored === outputs.baseline?.place?.[key] || ruleSeverity("not-kept") === "off")
      continue;
    warn(call, inputs, `${key}: the platform stored \`${inputs[key] ?? ""}\` as \`${stored}\``);
  }
  return withPlace(outputs, place);
}

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
  const contents = fileContents(server);
  const { name, folderId, description, url, documentVersion } = server;
  const { map: ids } = matchIdentity({ sent: assignIds(contents), received: platformSpec(server) });
  return {
    inputs: { name, folderId, description, spec: JSON.stringify(contents) },
    outputs: { url, documentVersion, ids },
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
