import { dirname, resolve } from "node:path";
import { readStructure, unpack } from "pulumi-analytics-internal/core/engine";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import { type Baseline, type IdentityMap, type Json, type KnownBase, Model } from "pulumi-analytics-internal/core/spec";
import * as z from "zod";
import { UsageError } from "../command";
import { runPulumi } from "../platform/profile";

const texts = z.record(z.string(), z.string());

/** An output of many parts: the plugin packs its text. */
const parseStructure = (output: unknown) => readStructure(unpack(output));

/** What the platform stores differently from what is declared. */
const place = z.object({ name: z.string(), folderId: z.string(), description: z.string() }).partial();

/** What the state of a `DataModel` holds, as far as it matters here; secrets are envelopes there, and no texts. */
const dataModel = z.looseObject({
  type: z.enum(["pulumi-nodejs:dynamic/analytics:DataModel", "analytics:index:DataModel"]),
  urn: z.string(),
  id: z.string(),
  delete: z.boolean().optional(),
  inputs: z.looseObject({
    name: z.string().optional().catch(undefined),
    folderId: z.string().optional().catch(undefined),
    description: z.unknown().optional(),
    file: z.string().optional(),
    spec: z.unknown().optional(),
    refs: z.record(z.string(), z.unknown()).optional(),
    profile: z.string().optional(),
    /** The name of `profile` in older states. */
    connection: z.string().optional(),
    confidential: z.boolean().optional(),
    ignorePaths: z.array(z.string()).optional(),
    /** What older states call it. */
    leave: z.array(z.string()).optional(),
  }),
  outputs: z.looseObject({
    documentVersion: z.number().optional().catch(undefined),
    ids: z.preprocess(
      parseStructure,
      z.looseObject({ pages: texts, elements: z.record(z.string(), z.looseObject({ id: z.string() })) }).optional(),
    ),
    baseline: z.preprocess(
      parseStructure,
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

/** A data model as a stack's state knows it. */
export type StateModel = z.infer<typeof dataModel>;

/** A stack that was never updated has no deployment. */
const exported = z.looseObject({
  deployment: z.looseObject({ resources: z.array(z.unknown()).optional() }).nullish(),
});

/**
 * What a file and the platform agreed on when a stack last wrote or read the model, and which version of the platform's
 * that was.
 */
export interface StateBase extends Omit<KnownBase, "isCurrent" | "ignorePaths"> {
  readonly documentVersion: number;
}

/** Undefined where a secret hides it, and after a write that was cut short. */
export function readBase({ inputs, outputs }: StateModel): StateBase | undefined {
  const { ids, baseline, documentVersion } = outputs;
  const spec = unpack(inputs.spec);
  if (inputs.confidential || ids === undefined || documentVersion === undefined || typeof spec !== "string") {
    return undefined;
  }
  return {
    model: new Model(JSON.parse(spec) as Json, inputs.refs),
    ids: ids as IdentityMap,
    baseline: baseline?.contents,
    base: baseline?.written,
    documentVersion,
  };
}

/** The parts of a model that its resource leaves to the platform. */
export function listIgnorePaths({ inputs }: StateModel): readonly string[] {
  return inputs.ignorePaths ?? inputs.leave ?? [];
}

/** What is asked for. */
export interface StateQuery {
  /** The absolute path of the model's file. */
  readonly file: string;
  /** The model's id on the platform, where it is known. */
  readonly model?: string;
  readonly profile?: string;
  readonly stack?: string;
}

/**
 * The data model of a file, from the state of the stack whose project the file is in. Undefined when there is no
 * project, no stack, or no such model.
 *
 * @throws UsageError when several could be meant, or when the state of a stack that was named can't be read.
 */
export async function findModelInState(
  { file, model, profile, stack }: StateQuery,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StateModel | undefined> {
  const project = findProjectFolder(dirname(file));
  if (project === undefined) return undefined;
  const all = await readModelsInState(project, stack, env);
  const found = all.filter(
    ({ id, inputs }) =>
      (model === undefined ? inputs.file !== undefined && resolve(project, inputs.file) === file : id === model) &&
      (profile === undefined || getProfile(inputs) === profile),
  );
  if (found.length < 2) return found[0];
  const names = found.map(({ urn, id }) => `${urn.split("::").at(-1)} (${id})`).sort();
  throw new UsageError(
    `${file} is the file of several resources: ${names.join(", ")}. Select a data model with --model.`,
  );
}

/** The data models of the stack whose project a folder is in, by id; none where there is no project or no stack. */
export async function readModelsOfStack(
  folder: string,
  stack: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<ReadonlyMap<string, StateModel>> {
  const project = findProjectFolder(folder);
  const models = project === undefined ? [] : await readModelsInState(project, stack, env);
  return new Map(models.map((model) => [model.id, model]));
}

/** The profile of a model, also in a state of an earlier release. */
export function getProfile({ profile, connection }: StateModel["inputs"]): string | undefined {
  return profile ?? connection;
}

async function readModelsInState(
  project: string,
  stack: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StateModel[]> {
  return (await readResourcesInState(project, stack, env)).flatMap(parseStateModel);
}

/** A resource of a state, if it is a data model. */
export function parseStateModel(resource: unknown): StateModel[] {
  const found = dataModel.safeParse(resource);
  return found.success && !found.data.delete ? [found.data] : [];
}

/**
 * The resources of a project's stack, as the state has them; none where there is no stack.
 *
 * @throws UsageError when the state of a stack that was named can't be read.
 */
export async function readResourcesInState(
  project: string,
  stack: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Promise<unknown[]> {
  let text: string;
  try {
    text = await runPulumi(["stack", "export", ...(stack === undefined ? [] : ["--stack", stack])], project, env);
  } catch (error) {
    if (stack === undefined) return [];
    throw new UsageError(`--stack ${stack}: can't read the stack's state: ${(error as Error).message}`);
  }
  return readExport(text).deployment?.resources ?? [];
}

/** @throws UsageError when the CLI prints something else, as one of another release might. */
function readExport(text: string): z.infer<typeof exported> {
  try {
    return exported.parse(JSON.parse(text));
  } catch (error) {
    const [why] = (error as Error).message.split("\n");
    throw new UsageError(
      `\`pulumi stack export\` printed no state that this release can read (${why}). Update Pulumi.`,
    );
  }
}
