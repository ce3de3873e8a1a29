/** Data models, workbooks and reports as the state of a stack knows them. */
import { dirname, resolve } from "node:path";
import { findExcess, largestJson } from "pulumi-analytics-internal/core/data";
import { PackedTextError, readStructure, unpack } from "pulumi-analytics-internal/core/engine";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import {
  type Baseline,
  type IdentityMap,
  type Json,
  type KnownBase,
  Model,
} from "pulumi-analytics-internal/core/model";
import { ownLimit, quoteArgument } from "pulumi-analytics-internal/core/text";
import { WorkbookForms } from "pulumi-analytics-internal/core/workbook";
import * as z from "zod";
import { UsageError } from "../command";
import { type Environment, runPulumi } from "../platform/profile";
import { formatAddress } from "./address";

const texts = z.record(z.string(), z.string());

/** An output of many parts: the plugin packs its text. */
const parseStructure = (name: string) => (output: unknown) => readStructure(unpack(output, name));

/** What the inputs of every document have, as far as it matters here; secrets are envelopes in a state, and no texts. */
const inputs = {
  file: z.string().optional(),
  refs: z.record(z.string(), z.unknown()).optional(),
  profile: z.string().optional(),
  confidential: z.union([z.boolean(), z.literal("whole")]).optional(),
  ignorePaths: z.array(z.string()).optional(),
};

const documentVersion = z.number().optional().catch(undefined);

/** What the platform stores differently from what is declared. */
const place = z.object({ name: z.string(), folderId: z.string(), description: z.string() }).partial();

const dataModel = z.looseObject({
  type: z.enum(["pulumi-nodejs:dynamic/analytics:DataModel", "analytics:index:DataModel"]),
  urn: z.string(),
  id: z.string(),
  delete: z.boolean().optional(),
  inputs: z.looseObject({
    ...inputs,
    name: z.string().optional().catch(undefined),
    folderId: z.string().optional().catch(undefined),
    description: z.unknown().optional(),
    spec: z.unknown().optional(),
    /** The name of `profile` in older states. */
    connection: z.string().optional(),
    /** What older states call `ignorePaths`. */
    leave: z.array(z.string()).optional(),
  }),
  outputs: z.looseObject({
    documentVersion,
    ids: z.preprocess(
      parseStructure("ids"),
      z.looseObject({ pages: texts, elements: z.record(z.string(), z.looseObject({ id: z.string() })) }).optional(),
    ),
    baseline: z.preprocess(
      parseStructure("baseline"),
      z
        .looseObject({
          contents: z.custom<Baseline>().optional(),
          place: place.optional(),
          written: z.custom<Baseline>().optional(),
        })
        .optional(),
    ),
  }),
});

const workbook = z.looseObject({
  type: z.string().regex(/^(pulumi-nodejs:dynamic\/analytics|analytics:index):(Workbook|Report)$/),
  urn: z.string(),
  id: z.string(),
  delete: z.boolean().optional(),
  inputs: z.looseObject({ ...inputs, contents: z.unknown().optional() }),
  outputs: z.looseObject({
    documentVersion,
    baseline: z.preprocess(
      parseStructure("baseline"),
      z.looseObject({ contents: z.custom<Baseline>().optional() }).optional(),
    ),
  }),
});

/** A data model as a stack's state knows it. */
export type StateModel = z.infer<typeof dataModel>;

/** A workbook or report as a stack's state knows it. */
export type StateWorkbook = z.infer<typeof workbook>;

/** A resource of a state, if it is a data model. */
export const parseStateModel = (resource: unknown): StateModel[] => parseLiving(dataModel, resource);

/** A resource of a state, if it is a workbook or report. */
export const parseStateWorkbook = (resource: unknown): StateWorkbook[] => parseLiving(workbook, resource);

function parseLiving<T extends { delete?: boolean | undefined }>(schema: z.ZodType<T>, resource: unknown): T[] {
  const found = readResource(resource as { urn?: unknown }, () => schema.safeParse(resource));
  return found.success && !found.data.delete ? [found.data] : [];
}

/** Reads a part of a resource; an error about a packed text names the resource. */
function readResource<T>({ urn }: { readonly urn?: unknown }, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof PackedTextError ? new UsageError(`the state of ${urn}: ${error.message}`) : error;
  }
}

/** The document of a resource, as text; undefined where a secret hides it. */
export function readDocumentText(resource: StateModel | StateWorkbook): string | undefined {
  const { inputs } = resource;
  const [field, value] = "contents" in inputs ? ["contents", inputs.contents] : ["spec", inputs.spec];
  const text = readResource(resource, () => unpack(value, field as string));
  return typeof text === "string" ? text : undefined;
}

/** The profile of a model, also in a state of an earlier release. */
export function getProfile({ profile, connection }: StateModel["inputs"]): string | undefined {
  return profile ?? connection;
}

/** The parts of a model that its resource leaves to the platform. */
export function listIgnorePaths({ inputs }: StateModel): readonly string[] {
  return inputs.ignorePaths ?? inputs.leave ?? [];
}

/**
 * What a file and the platform agreed on when a stack last wrote or read the model, and which version of the platform's
 * that was.
 */
export interface StateBase extends Omit<KnownBase, "isCurrent" | "ignorePaths"> {
  readonly documentVersion: number;
}

/** Undefined where a secret hides it, and after a write that was cut short. */
export function readBase(resource: StateModel): StateBase | undefined {
  const { inputs, outputs } = resource;
  const { ids, baseline, documentVersion } = outputs;
  if (inputs.confidential || ids === undefined || documentVersion === undefined) return undefined;
  const spec = readDocumentText(resource);
  if (spec === undefined) return undefined;
  return {
    model: new Model(JSON.parse(spec) as Json, inputs.refs),
    ids: ids as IdentityMap,
    baseline: baseline?.contents,
    base: baseline?.written,
    documentVersion,
  };
}

/** What a workbook's files and the platform agreed on last. */
export interface WorkbookBase {
  readonly forms: WorkbookForms;
  readonly baseline?: Baseline | undefined;
}

/** The same of a workbook or report. */
export function readWorkbookBase(resource: StateWorkbook): WorkbookBase | undefined {
  const { inputs, outputs } = resource;
  const contents = readDocumentText(resource);
  if (contents === undefined) return undefined;
  return { forms: new WorkbookForms(JSON.parse(contents) as Json, inputs.refs), baseline: outputs.baseline?.contents };
}

/** What is asked for. */
export interface StateQuery {
  /** The absolute path of the document's file or folder. */
  readonly file: string;
  /** Its id on the platform, where it is known. */
  readonly id?: string | undefined;
  readonly profile?: string | undefined;
  readonly stack?: string | undefined;
}

/**
 * The data model of a file, from the state of the stack whose project the file is in. Undefined when there is no
 * project, no stack, or no such model.
 *
 * @throws UsageError when several could be meant, or when the state of a stack that was named can't be read.
 */
export async function findModelInState(query: StateQuery, env: Environment): Promise<StateModel | undefined> {
  const found = await filterDocuments(parseStateModel, query, env);
  const { profile } = query;
  const ofProfile = found.filter(({ inputs }) => profile === undefined || getProfile(inputs) === profile);
  return chooseOnly(query, ofProfile);
}

/** The same for a workbook or report. */
export async function findWorkbookInState(query: StateQuery, env: Environment): Promise<StateWorkbook | undefined> {
  const found = await filterDocuments(parseStateWorkbook, query, env);
  return chooseOnly(query, found);
}

async function filterDocuments<Document extends StateModel | StateWorkbook>(
  parse: (resource: unknown) => Document[],
  { file, id, stack }: StateQuery,
  env: Environment,
): Promise<Document[]> {
  const project = findProjectFolder(dirname(file));
  if (project === undefined) return [];
  const all = (await readResourcesInState(project, stack, env)).flatMap(parse);
  return all.filter(({ id: its, inputs }) =>
    id === undefined ? inputs.file !== undefined && resolve(project, inputs.file) === file : its === id,
  );
}

function chooseOnly<Document extends StateModel | StateWorkbook>(
  { file }: StateQuery,
  found: readonly Document[],
): Document | undefined {
  if (found.length < 2) return found[0];
  const names = found.map(({ urn }) => formatAddress({ from: "state", name: urn.split("::").at(-1) ?? "" }));
  const choice = names.map(quoteArgument).sort().join(", ");
  throw new UsageError(`${file} is the file of several resources. Name one of them instead: ${choice}.`);
}

/** The data models of the stack whose project a folder is in, by id; none where there is no project or no stack. */
export async function readModelsOfStack(
  folder: string,
  stack: string | undefined,
  env: Environment,
): Promise<ReadonlyMap<string, StateModel>> {
  const project = findProjectFolder(folder);
  const resources = project === undefined ? [] : await readResourcesInState(project, stack, env);
  return new Map(resources.flatMap(parseStateModel).map((model) => [model.id, model]));
}

/** A stack that was never updated has no deployment. */
const exported = z.looseObject({
  deployment: z.looseObject({ resources: z.array(z.unknown()).optional() }).nullish(),
});

/** Documents in a state are nested themselves. How many resources it has is the stack's matter. */
const deepestState = { depth: 2 * largestJson.depth, values: Number.POSITIVE_INFINITY };

/**
 * The resources of a project's stack, as the state has them; none where there is no stack.
 *
 * @throws UsageError when the state of a stack that was named can't be read, or the CLI prints something else, as one
 * of another release might.
 */
export async function readResourcesInState(
  project: string,
  stack: string | undefined,
  env: Environment,
): Promise<unknown[]> {
  let text: string;
  try {
    text = await runPulumi(["stack", "export", ...(stack === undefined ? [] : ["--stack", stack])], project, env);
  } catch (error) {
    if (stack === undefined) return [];
    throw new UsageError(`--stack ${stack}: can't read the stack's state: ${(error as Error).message}`);
  }
  if (findExcess(text, deepestState) !== undefined) {
    const { depth } = deepestState;
    throw new UsageError(
      `\`pulumi stack export\` printed a state that is nested deeper than ${depth} levels, ${ownLimit}. ` +
        "Import a backup of it with `pulumi stack import`.",
    );
  }
  try {
    return exported.parse(JSON.parse(text)).deployment?.resources ?? [];
  } catch (error) {
    const [why] = (error as Error).message.split("\n");
    throw new UsageError(
      `\`pulumi stack export\` printed no state that this release can read (${why}). Update Pulumi.`,
    );
  }
}
