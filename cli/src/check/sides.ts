/** The project's data models at two times. */
import { isDeepStrictEqual } from "node:util";
import {
  applyRenames,
  assignIds,
  fillPlaceholders,
  findRenames,
  type Json,
  type JsonObject,
  listPlaceholderNames,
  renameIdentity,
} from "pulumi-analytics-internal/core/model";
import { splitRef } from "pulumi-analytics-internal/core/model/json";
import { type CheckedModel, ModelIndex, readCheckedModel } from "pulumi-analytics-internal/core/tables";
import { isSameName } from "pulumi-analytics-internal/core/text";
import type { Address, FileAddress } from "../documents/address";
import { listAffected, listReads } from "../documents/affected";
import { matchDocuments, type OwnDocument } from "../documents/match-documents";
import type { DocumentSet } from "../documents/set";
import { type LatestDocument, type NotCompared, readSides } from "../documents/sides";
import type { StateDocument } from "../documents/states";

/** A data model at one time. */
export interface Side {
  /** With the form of that time. */
  readonly document: OwnDocument;
  /** Of its form. */
  readonly index: ModelIndex;
  /** Where the platform has just this. */
  readonly inPlace?: CheckedModel | undefined;
}

/** The data models that changed, and those that read them, at both times by their ids. */
export interface BothTimes {
  readonly before: ReadonlyMap<string, Side>;
  readonly after: ReadonlyMap<string, Side>;
  readonly states: readonly StateDocument[];
  readonly notes: readonly string[];
  readonly notCompared: readonly NotCompared[];
}

/**
 * Finds what changed in the project's data models, and what reads it.
 *
 * @throws UsageError where there is nothing to compare with.
 */
export async function findSides(
  documents: DocumentSet,
  against: Address,
  addresses: readonly FileAddress[],
): Promise<BothTimes> {
  const sides = await readSides(documents, { against, addresses });
  const { latest, notes } = sides;
  const matched = await matchDocuments(documents, sides);
  const { states } = matched;
  const own = useIdsOfNow(matched.documents);
  const reads = listReads(own);
  const list = (some: readonly OwnDocument[]) => {
    const reached = listAffected(
      some.map(({ id }) => id),
      reads,
    );
    return own.filter(({ id, type }) => reached.has(id) && type === "data model");
  };
  const isChanged = ({ isGone, isNew, form, former }: OwnDocument) =>
    isGone || isNew || (former !== undefined && !isDeepStrictEqual(assignIds(form), former.form));
  const affected = list(own.filter(isChanged));
  const secret = affected.filter(({ state }) => state?.isConfidential === true);
  const left = new Set(list(secret));
  const chosen = affected.filter((one) => !left.has(one));
  const findBefore = async (document: OwnDocument): Promise<Side[]> => {
    const { file, former, isNew } = document;
    if (former === undefined) return isNew ? [] : [createSide(document)];
    const stored = latest.get(file);
    const inPlace = stored && (await toCheckedModel(stored));
    return [createSide({ ...document, form: former.form, isGone: false }, inPlace)];
  };
  return {
    before: indexSides((await Promise.all(chosen.map(findBefore))).flat()),
    after: indexSides(chosen.filter(({ isGone }) => !isGone).map((document) => createSide(document))),
    states,
    notes,
    notCompared: [
      ...sides.notCompared,
      ...[...left].map((one) => ({
        what: one.file,
        why: secret.includes(one) ? "it holds a secret" : "it reads a model that holds a secret",
      })),
    ],
  };
}

/** What only got another id is the same for the provider, too: both times in the ids of now. */
function useIdsOfNow(own: readonly OwnDocument[]): OwnDocument[] {
  const renames = new Map(own.map((one) => [one, listRenames(one, one.former?.form)]));
  const elements = [...renames].flatMap(([{ id, name }, all]) =>
    all.flatMap(({ kind, from, to }) => (kind === "element" ? [{ id, name, from, to }] : [])),
  );
  const renameReference = (text: string, refs: StateDocument["refs"]) => {
    // What a state knows by the platform's id stays what it is.
    if (refs[text] !== undefined) return text;
    const [model, element = ""] = splitRef(text);
    const isModel = ({ id, name }: (typeof elements)[number]) =>
      refs[model] === undefined ? isSameName(name, model) : refs[model] === id;
    const found = elements.find((one) => isSameName(one.from, element) && isModel(one));
    return found === undefined ? text : `${model}#${found.to}`;
  };
  return own.map((document) => {
    const { former, state } = document;
    const ids = state?.ids && renameIdentity(state.ids, listRenames(document, state.form));
    if (former === undefined) return { ...document, ids };
    const names = listPlaceholderNames(former.form).map((name) => {
      return [name, { $ref: renameReference(name, state?.refs ?? {}) }] as const;
    });
    const { spec } = fillPlaceholders(former.form, Object.fromEntries(names));
    const form = applyRenames(assignIds(spec), renames.get(document)!) as Json;
    return { ...document, ids, former: { ...former, form } };
  });
}

const listRenames = ({ form }: OwnDocument, before: Json | undefined) =>
  before === undefined ? [] : findRenames(assignIds(before), assignIds(form));

function createSide(document: OwnDocument, inPlace?: CheckedModel): Side {
  const model = { id: "", spec: assignIds(document.form) as JsonObject };
  return { document, index: new ModelIndex(model), inPlace };
}

const indexSides = (sides: readonly Side[]) => new Map(sides.map((side) => [side.document.id, side]));

/** A document of the platform, in the ids of its file. */
function toCheckedModel({ document, aligned }: LatestDocument): Promise<CheckedModel> {
  return readCheckedModel(document.stored!.client, document.model!, aligned.ids);
}
