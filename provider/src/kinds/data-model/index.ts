import { type AnalyticsClient, type DataModelRepresentation, readUnlessGone } from "../../core/api";
import {
  assignIds,
  createEmptyIdentity,
  isPossiblyStored,
  matchIdentity,
  settableRules,
  toPlatformSpec,
  toServerIds,
} from "../../core/spec";
import { collectTexts, equal } from "../../core/values";
import { createRules, defineKind, describeOwner, findOwnerHint, type LifecycleContext } from "../declare";
import { refuseMoved } from "./conflict";
import { getModel, isSameDeclaration, listNameless, toFileContents } from "./contents";
import { type DataModelInputs, type DataModelOutputs, fields, type Known, outputs, type Place } from "./fields";
import { schedulesOf } from "./materialization";
import { mockModel } from "./mock";
import { namesakeMessages } from "./namesakes";
import { pick, placeBaseline, placeKeys, placeOf, without, withPlace } from "./place";
import { readBack, warn } from "./read-back";
import { hintOnRefusal } from "./refusals";
import { readEarlierVersion, replaceContents } from "./replace";
import { changeSummary, describeDrift, listChanges, listProblems, listWarnings, mapChanges } from "./review";
import { compare, digestContents, isUnread, recallComparison } from "./stored";

const { changed } = createRules(fields);

/** Fields that are compared by what they mean together; `onConflict` is about an update, and no change by itself. */
const contents = ["spec", "refs", "file", "confidential", "onConflict"];

/** `/v2/dataModels` for the contents, `/v2/files` for name, place and end. */
export const dataModel = defineKind({
  name: "DataModel",
  docs: {
    description: `A data model, written as code.

The ids in the representation are yours; the platform assigns others. The state maps one to the other, so references to an element or
column keep working through edits. If someone changed the model on the platform since the last \`up\` or \`refresh\`, an update reports a
conflict and never overwrites the change.

${describeOwner("model")}`,
    endpoints: [
      "POST /v2/dataModels/spec",
      "GET|PUT /v2/dataModels/{dataModelId}/spec",
      "PATCH|DELETE /v2/files/{inodeId}",
    ],
    example: `const orders = new analytics.DataModel("orders", {
  name: "Orders",
  folderId: "…",
  spec: analytics.specFile("models/orders.yaml", { refs: { warehouse: connectionId } }),
});
export const factOrders = orders.elementId("fact_orders");`,
  },
  needs: {
    permission:
      'an Admin account (documented: an account type with "Create, edit, and publish data models", which users report is not enough), and Can edit access to the folder and the data model',
    lookups: ["folder", "connection", "data model", "data model's contents"],
  },
  settings: {
    name: "rules",
    choices: Object.fromEntries(
      Object.entries(settableRules).map(([rule, severity]) => [
        rule,
        [severity, ...["error", "warning", "off"].filter((other) => other !== severity)],
      ]),
    ),
  },
  review: {
    isCheckedOnce: true,
    // Which of an object's values are secret, the host doesn't tell.
    normalized: (inputs) => (typeof inputs.spec === "string" ? inputs : { ...inputs, confidential: true }),
    problems: listProblems,
    warnings: listWarnings,
    previewMessages: (news, olds, { urn }) => [...listChanges(news, olds), ...namesakeMessages(news, urn)],
    changeSummary,
    changesByPlace: mapChanges,
  },
  fields,
  outputs,
  secrets: {
    // Which of the values the secret is, only the program knows; without values, or in an object of a transform, it is the model as a whole.
    texts({ confidential, refs, spec }) {
      if (!confidential) return [];
      const isInRefs = refs !== undefined && typeof spec === "string";
      return [...collectTexts(refs), ...(isInRefs ? [] : collectTexts(parseReadable(spec)))];
    },
    // It quotes what the platform has, and so perhaps the secret.
    outputs: ({ confidential }, secretInputs) => [
      ...(confidential || placeKeys.some((key) => secretInputs.includes(key)) ? (["baseline"] as const) : []),
      // The platform makes the address of the name.
      ...(secretInputs.includes("name") ? (["url"] as const) : []),
    ],
  },

  changed: (olds, news, outputs) => {
    const others = changed(olds, news).filter((name) => !contents.includes(name));
    const isSame = isSameDeclaration(olds, news, listNameless(olds, outputs?.baseline?.contents));
    return (isSame ? others : [...others, "spec"]) as (keyof DataModelInputs)[];
  },

  hint: (error, inputs, outputs) => findOwnerHint(error, inputs.ownerId) ?? hintOnRefusal(error, inputs, outputs),

  describe: ({ name, folderId }) => `data model "${name}" in the folder ${folderId}`,

  adoption: {
    ownId: ({ files }, id) => files.resolveId(id),
    async find({ client }, { name, folderId }) {
      const found = await client.files.findNamed({ type: "data-model", name, parentId: folderId });
      return found.map(({ id }) => id);
    },
    async origin({ client }, id) {
      const { createdAt, createdBy } = await client.files.get(id);
      return { at: createdAt, by: createdBy };
    },
  },

  writing: {
    // A model that moves from the program into a file, or gets options of this provider, is still the one whose create was lost.
    sent: ({ name, folderId, description, spec, refs }) => [
      name,
      folderId,
      description,
      getModel({ spec, refs }).declared.pages,
    ],
    refusesConflicts: true,
  },

  async create(context, inputs) {
    const { name, folderId, description } = inputs;
    const { pages } = toServerIds(getModel(inputs).declared, createEmptyIdentity());
    const { dataModelId: id } = await context.client.dataModels.createSpec(
      {
        name,
        folderId,
        ...(description === undefined ? {} : { description }),
        schemaVersion: 1,
        pages: pages as readonly unknown[],
      },
      {
        ...context.createOptions,
        isStored: (there) => isPossiblyStored(getModel(inputs).declared, toPlatformSpec(there)),
      },
    );
    // The create of a model takes no owner. Where the call that does fails, the next update makes it.
    const unowned = { ...inputs, ownerId: undefined };
    context.checkpoint(id, { inputs: unowned, outputs: {} });
    const server = await context.client.dataModels.getSpec(id);
    const outputs = await readBack(context, id, unowned, { server }, {});
    const owner = await handOver(context.client, id, inputs, server);
    return { id, outputs: describePlace(context, inputs, outputs, placeBaseline(inputs, { ...server, ...owner })) };
  },

  async read(context, id, known) {
    const server = await readUnlessDeleted(context.client, id);
    if (server === undefined) return known?.inputs.restoreDeleted ? asDeleted(context, known) : undefined;
    if (known === undefined) return asFound(server);
    const seen = recallComparison(server, known);
    if (seen !== undefined) return seen;
    const { inputs, outputs, declared, drifted } = compare(server, await readWritten(context, id, known, server));
    const drift = drifted === declared ? [] : describeDrift(declared, drifted, known.inputs.confidential);
    for (const change of drift) context.log(`data model "${server.name}" on the platform: ${change}`);
    // Other contents that mean the same are no change: the digest stays as it is.
    const { contentsDigest: _, ...found } = outputs;
    const { contentsDigest, ...before } = known.outputs;
    const isSame = equal(inputs, known.inputs) && equal(found, before);
    return { inputs, outputs: isSame ? { ...found, ...(contentsDigest && { contentsDigest }) } : outputs };
  },

  async reconcile(context, id, olds, news, changed) {
    const { dataModels, files } = context.client;
    if (olds.outputs.deleted && (await readUnlessDeleted(context.client, id)) === undefined) {
      await files.restore(id, { parentId: news.folderId });
    }
    const place = placeKeys.filter((key) => changed.has(key));
    const writesContents =
      changed.has("spec") ||
      changed.has("ignorePaths") ||
      olds.outputs.documentVersion === undefined ||
      isUnread(olds) ||
      isUnmet(olds, context);
    let outputs = olds.outputs as DataModelOutputs;
    if (!writesContents && place.length === 0) return outputs;

    // At once: nothing is to come between the read and the write.
    const [server, schedules] = await Promise.all([
      dataModels.getSpec(id),
      writesContents ? schedulesOf(context, id) : undefined,
    ]);
    await refuseMoved(context, server, olds, news, changed);
    const known = olds.outputs.baseline?.place;
    if (writesContents) {
      const inputs = { ...news, ...placeOf(olds.inputs) };
      const before = await readWritten(context, id, olds, server);
      const written = await replaceContents(context, id, before, inputs, server, schedules);
      outputs = withPlace(await readBack(context, id, inputs, written, olds.outputs), known);
      context.checkpoint(id, { inputs, outputs });
    }
    if (place.length === 0) return outputs;
    const {
      name,
      parentId: folderId,
      description,
      ownerId,
    } = await files.update(id, {
      ...(changed.has("name") ? { name: news.name } : {}),
      ...(changed.has("folderId") ? { parentId: news.folderId } : {}),
      ...(changed.has("description") ? { description: news.description ?? "" } : {}),
      ...(changed.has("ownerId") ? { ownerId: news.ownerId } : {}),
    });
    const found = { name, folderId: folderId ?? news.folderId, description, ownerId: ownerId ?? undefined };
    const now = { ...placeOf(news), ...pick(found, place) };
    return describePlace(context, news, outputs, { ...without(known, place), ...placeBaseline(news, now) });
  },

  mock: mockModel,

  async delete(context, id, { inputs }) {
    if (inputs.deletion === "retain") {
      context.log(`data model "${inputs.name}" (${id}) stays on the platform: its deletion is "retain"`);
      return;
    }
    await context.client.files.delete(id);
  },
});

/** Whether the last write ended with an error because of what the platform didn't keep. */
function isUnmet({ outputs }: Known, { settings }: LifecycleContext): boolean {
  return settings["not-kept"] === "error" && (outputs.notKept ?? []).length > 0;
}

/** What is known of a model, with what the platform made of a write that nobody has read before somebody else wrote. */
async function readWritten(
  context: LifecycleContext,
  id: string,
  known: Known,
  server: DataModelRepresentation,
): Promise<Known> {
  const { documentVersion } = known.outputs;
  if (documentVersion === undefined || documentVersion === server.documentVersion || !isUnread(known)) return known;
  const written = await readEarlierVersion(context, id, documentVersion);
  return written === undefined ? known : { ...known, outputs: compare(written, known).outputs };
}

/** The outputs with what the platform made of the place, which is told when it is new. */
function describePlace(
  context: LifecycleContext,
  inputs: DataModelInputs,
  outputs: DataModelOutputs,
  place: Partial<Place> | undefined,
): DataModelOutputs {
  for (const key of placeKeys) {
    const stored = place?.[key];
    if (stored === undefined || stored === outputs.baseline?.place?.[key] || context.settings["not-kept"] === "off")
      continue;
    warn(context, inputs, `${key}: the platform stored \`${inputs[key] ?? ""}\` as \`${stored}\``);
  }
  return withPlace(outputs, place);
}

/** Gives a new model its owner. */
async function handOver(
  { files }: AnalyticsClient,
  id: string,
  { ownerId: declared }: DataModelInputs,
  server: DataModelRepresentation,
): Promise<Pick<Place, "ownerId">> {
  if (declared === undefined || declared === server.ownerId) return {};
  const { ownerId } = await files.update(id, { ownerId: declared });
  return { ownerId: ownerId ?? undefined };
}

/** The model, unless it was deleted; the platform may answer for a deleted one too. */
async function readUnlessDeleted(client: AnalyticsClient, id: string): Promise<DataModelRepresentation | undefined> {
  const server = await readUnlessGone(client.dataModels.getSpec(id));
  return server === undefined || (await client.dataModels.isDeleted(id)) ? undefined : server;
}

/** A text's contents, or itself: messages are cleaned of inputs that nobody has checked yet, too. */
function parseReadable(spec: unknown): unknown {
  try {
    return JSON.parse(String(spec));
  } catch {
    return spec;
  }
}

/** A model nothing is known about: the platform's own text and ids. */
function asFound(server: DataModelRepresentation) {
  const contents = toFileContents(server);
  const { name, folderId, description, ownerId, url, documentVersion } = server;
  const { map: ids } = matchIdentity({ sent: assignIds(contents), received: toPlatformSpec(server) });
  return {
    inputs: { name, folderId, description, ownerId, spec: JSON.stringify(contents) },
    outputs: { url, documentVersion, ids, ...digestContents(server) },
  };
}

/** A model that was deleted on the platform and is to be restored stays in the state, empty, so that the next update brings it back. */
function asDeleted(context: LifecycleContext, { inputs, outputs }: Known) {
  context.log(`data model "${inputs.name}" was deleted on the platform; the next update restores it`);
  return {
    inputs: { ...inputs, spec: '{"pages":[]}', refs: undefined },
    outputs: { url: outputs.url ?? "", ids: outputs.ids ?? createEmptyIdentity(), deleted: true },
  };
}
