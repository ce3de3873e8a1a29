import { type AnalyticsClient, collect, type DocumentTag, ifItReplaces, isUuid, type Tagging } from "../../../core/api";
import { dropUndefined, isUnknown } from "../../../core/engine";
import { isSameName } from "../../../core/text";
import {
  createRules,
  type DataOf,
  declareIdPairs,
  defineKind,
  type InputField,
  type InputFields,
  type Kind,
  type LifecycleContext,
  type Review,
  reference,
} from "../../declare";
import { type DocumentNoun, documentKinds } from "../fields";
import { buildTaggingOptions, listedOutputs, type Outputs, outputs, type Placement, placementFields } from "./fields";

/** What a tag needs and is, as its page says it. */
function describeTags({ noun, key, latest, untag }: Documented) {
  const path = `/v2/${documentKinds[noun].area}`;
  const replacing =
    untag === undefined
      ? `Changing \`${key}\` or \`tag\` replaces the resource. The API can't remove a tag from a ${noun}. Deleting the
resource keeps the tag on the ${noun} and logs that; deleting the {@link Tag} removes it.`
      : `Changing \`${key}\` or \`tag\` replaces the resource, which removes the old tag. Deleting the resource removes
the tag from the ${noun}.`;
  return {
    description: `A version tag on a version of a ${noun}.

Without \`version\`, the tag stays on the version that it was created on. Changing \`version\` moves it: set a number,
or ${latest}.

${replacing}

The provider never silently moves a tag that is already on another version of the ${noun}: adopt it with
\`adopt: true\`.`,
    endpoints: [
      `POST ${path}/tag`,
      `GET ${path}/{${key}}/tags`,
      ...(untag === undefined ? [] : [`DELETE ${path}/{${key}}/tags/{tagId}`]),
    ],
  };
}

const swapDocs = `

With \`sourceMappingConfig\`, the tagged version reads other connections, such as production instead of development. A
tag whose sources were swapped in the product, and not here, may lose that when it moves.`;

/** What the platform answers. */
type Put = Omit<Outputs, "previousVersion">;

/** The version before the last move. @param before the outputs that the state has. */
const findPrevious = (before: Partial<Outputs> | undefined, now: number) =>
  before?.taggedVersion === now ? before.previousVersion : before?.taggedVersion;

/** What the platform can do with the tags of one sort of document. */
export interface TaggedDocument<Key extends string, Own extends InputFields> {
  readonly name: string;
  /** What a message calls the document. */
  readonly noun: DocumentNoun;
  /** The field that holds the document's id. */
  readonly key: Key;
  /** How a program moves a tag with the document's versions, as the page of the kind says it. */
  readonly latest: string;
  /** What its page says beside what is said of all tags. */
  readonly more?: string;
  readonly example: string;
  /** Whether the list of tags has the ids of the tagged versions. */
  readonly listsTaggedVersions: boolean;
  /** What a request for a tag has for this sort of document alone. */
  readonly fields?: Own;
  /** Problems beyond the shape, one sentence each. */
  problems?(placement: Placement & DataOf<Own>): string[];
  /** What a request for a tag sends for {@link TaggedDocument.fields}. */
  buildOptions?(placement: Placement & DataOf<Own>): Partial<Tagging> | undefined;
  /** Who reads the document by the tag that moves. Left out: not known. */
  readonly impact?: Review<Placement & DataOf<Own> & Record<Key, string>>["impact"];
  /** Removes a tag; left out: the platform can't. */
  untag?(client: AnalyticsClient, documentId: string, tagId: string): Promise<void>;
}

type Documented = Pick<TaggedDocument<string, InputFields>, "noun" | "key" | "latest" | "untag">;

/**
 * The kind of resource that is a tag on a document; its id is `<document id>/<tag id>`.
 *
 * @see `kinds/workbook-tag.ts`
 */
export function defineDocumentTag<Key extends string, const Own extends InputFields = Record<never, never>>(
  of: TaggedDocument<Key, Own>,
): Kind<Placement & DataOf<Own> & Record<Key, string>, Outputs> {
  type Inputs = Placement & DataOf<Own> & Record<Key, string>;
  const { name, noun, key, example, more = "", problems, untag, listsTaggedVersions, impact } = of;
  const { area } = documentKinds[noun];
  const { description, endpoints } = describeTags(of);
  const fields: InputFields = { [key]: defineDocumentId(of), ...placementFields, ...of.fields };
  /** Those that the platform doesn't return. */
  const hiddenFields = Object.keys(fields).filter((name) => fields[name]?.writeOnly);
  const getDocument = (inputs: Inputs) => inputs[key] as string;
  const composeId = (inputs: Inputs, tagId: string) => `${getDocument(inputs)}/${tagId}`;
  const { idForms, partsOf } = declareIdPairs(name, `<${key}>/<tagId>`);
  const describe = (inputs: Inputs) => `tag "${inputs.tag}" on the ${noun} ${getDocument(inputs)}`;

  const readTags = ({ client }: LifecycleContext, documentId: string) => collect(client[area].listTags(documentId));

  /** Tags a version, the latest when left out; a tag on another version moves. */
  async function put({ client }: LifecycleContext, inputs: Inputs): Promise<Put> {
    const { tag, version } = inputs;
    const options = { ...buildTaggingOptions(inputs), ...of.buildOptions?.(inputs) };
    const made = await client[area].tag(getDocument(inputs), { tag, version, ...options });
    return { tagId: made.versionTagId, taggedVersion: made.version, taggedDocumentId: made.taggedDocumentId };
  }

  /** The placement an id names. */
  async function readPlaced(
    context: LifecycleContext,
    id: string,
  ): Promise<{ documentId: string; tag: DocumentTag } | undefined> {
    const [documentId, tagId] = partsOf(id);
    const tag = (await readTags(context, documentId)).find((candidate) => candidate.versionTagId === tagId);
    return tag && { documentId, tag };
  }

  /** Requests and responses have names instead of ids. */
  const nameTag = async ({ client }: LifecycleContext, inputs: Inputs): Promise<Inputs> => ({
    ...inputs,
    tag: await client.tags.readName(inputs.tag),
  });

  async function findPlacedByName(context: LifecycleContext, inputs: Inputs): Promise<DocumentTag | undefined> {
    return (await readTags(context, getDocument(inputs))).find(({ name }) => isSameName(name, inputs.tag));
  }

  return defineKind<Record<string, InputField>, typeof outputs>({
    name,
    area,
    docs: { description: description + more + swapDocs, endpoints, example },
    needs: {
      permission: `an account type with "Apply tags", and Can edit access to the ${noun}`,
      lookups: ["tag", noun],
    },
    adoption: {
      idForms,
      keyForms: [`<${key}>/<tag>`],
      notComparable(inputs) {
        const given = hiddenFields.filter((name) => inputs[name] !== undefined);
        const counts = given.length === 1 ? "counts" : "count";
        return given.length === 0 ? undefined : `${given.join(" and ")} can't be compared and ${counts} as declared`;
      },
      async find(context, given) {
        const inputs = await nameTag(context, given as Inputs);
        const found = await findPlacedByName(context, inputs);
        return found === undefined ? [] : [composeId(inputs, found.versionTagId)];
      },
    },
    deletion: { isFirst: true },
    writing: { sendsAll: true, isRepeatable: true },
    fields,
    outputs: listsTaggedVersions ? (listedOutputs as unknown as typeof outputs) : outputs,
    describe: (inputs) => describe(inputs as Inputs),
    review: {
      problems: (inputs) => problems?.(inputs as Inputs) ?? [],
      previewMessages: ({ version }, olds, { urn }) =>
        describeMove(version, (olds as Inputs | undefined)?.version, urn),
      ...(impact && { impact }),
    },

    // The tag's name and its id are the same.
    changed(olds, news, { tagId } = {}) {
      const isSameTag =
        tagId !== undefined && (news.tag === tagId || (olds.tag === tagId && isUuid(tagId) && news.tagId === tagId));
      return createRules(fields)
        .changed(olds, news)
        .filter((name) => name !== "tag" || !isSameTag);
    },

    async create(context, given) {
      const inputs = await nameTag(context, given as Inputs);
      const found = await findPlacedByName(context, inputs);
      const isLost = found && context.madeId === composeId(inputs, found.versionTagId);
      // From a data model no call takes it off.
      const isOurs = isLost || (found && context.replaces(composeId(inputs, found.versionTagId)));
      const version = inputs.version ?? (isOurs ? found?.version : undefined);
      // Putting it on would move a tag that someone else put there.
      if (found !== undefined && found.version !== version) {
        throw new Error(
          `There is a ${describe(inputs)} already, on version ${found.version} ` +
            `(${composeId(inputs, found.versionTagId)}), and nothing was written. Adopt it with adopt: true; the ` +
            `provider moves it only if \`version\` is set. ${ifItReplaces}`,
        );
      }
      const outputs = await put(context, { ...inputs, version });
      return { id: composeId(inputs, outputs.tagId), outputs };
    },

    async read(context, id, known) {
      const found = await readPlaced(context, id);
      if (found === undefined) return undefined;
      const { documentId, tag } = found;
      const { versionTagId: tagId, version: taggedVersion } = tag;
      const taggedDocumentId = tag.taggedDocumentId ?? known?.outputs.taggedDocumentId;
      const previousVersion = findPrevious(known?.outputs, taggedVersion);
      const outputs = { tagId, taggedVersion, previousVersion, taggedDocumentId };
      const isPinned = known === undefined || known.inputs.version !== undefined;
      const inputs = {
        [key]: documentId,
        tag: known?.inputs.tag === tag.versionTagId ? tag.versionTagId : tag.name,
        tagId: tag.versionTagId,
        version: isPinned ? tag.version : undefined,
      };
      return { inputs, outputs };
    },

    async update(context, id, change, { olds, news }) {
      // What is no longer declared is in the change alone, as an empty list.
      const inputs = await nameTag(context, { ...change, ...dropUndefined(news) } as Inputs);
      // Without a declared version the tag stays where it is now, whatever else about it changes.
      const present = inputs.version ?? (await readPlaced(context, id))?.tag.version;
      const version = present ?? olds.outputs.taggedVersion;
      const outputs = await put(context, { ...inputs, version });
      return { ...outputs, previousVersion: findPrevious(olds.outputs, outputs.taggedVersion) };
    },

    mock(_id, given) {
      const inputs = given as Inputs;
      const tagId = inputs.tagId ?? `${inputs.tag}-id`;
      return {
        id: composeId(inputs, tagId),
        outputs: { tagId, taggedVersion: inputs.version ?? 1, taggedDocumentId: `${getDocument(inputs)}-${tagId}` },
      };
    },

    async delete(context, id) {
      const found = await readPlaced(context, id);
      // A list may be late: the platform itself says whether the tag is off.
      if (found === undefined) return untag?.(context.client, ...partsOf(id));
      const { documentId, tag } = found;
      if (untag !== undefined) return untag(context.client, documentId, tag.versionTagId);
      // Deleting the tag itself would take it off, and off every other document with it.
      context.log(
        `The ${noun} ${documentId} keeps the tag "${tag.name}" on version ${tag.version}: the platform has no ` +
          `operation to remove a tag from a ${noun}. Remove it in the product, or delete the tag.`,
      );
    },
  }) as unknown as Kind<Inputs, Outputs>;
}

/** What a preview says of a tag that moves: `sales-production: the tag moves from version 7 to version 8`. */
function describeMove(now: unknown, before: number | undefined, urn: string | undefined): string[] {
  if (before === undefined || now === undefined || now === before) return [];
  const next = isUnknown(now) ? "the one that the update of the document writes" : `version ${now}`;
  const subject = urn === undefined ? "" : `${urn.split("::").at(-1)}: `;
  return [`${subject}the tag moves from version ${before} to ${next}`];
}

function defineDocumentId({ noun, untag }: Documented): InputField {
  const left = untag === undefined ? "; this one keeps its tag" : " and removes the tag from this one";
  return reference(documentKinds[noun].kind, `Id of the ${noun}. Changing it tags the other ${noun}${left}.`, {
    replaces: true,
  });
}
