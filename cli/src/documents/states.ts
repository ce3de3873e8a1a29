/** Data models, workbooks and reports as the state of a stack has them. */

import { resolve } from "node:path";
import { findExcess, largestJson, tryParseJson } from "pulumi-analytics-internal/core/data";
import { PackedTextError, readStructure, unpack } from "pulumi-analytics-internal/core/engine";
import { type Baseline, type IdentityMap, type JsonObject, parseSpec } from "pulumi-analytics-internal/core/model";
import { isSameName, ownLimit } from "pulumi-analytics-internal/core/text";
import * as z from "zod";
import { UsageError } from "../command";
import type { Environment } from "../command/child";
import { runPulumi } from "../platform/profile";
import { getFileName } from "./names";
import type { DocumentType } from "./read-files";

const types: Readonly<Record<string, DocumentType>> = {
  DataModel: "data model",
  Workbook: "workbook",
  Report: "report",
};

/** The type of the provider's resources, through either door, up to the name of the kind. */
export const ownType = /^(pulumi-nodejs:dynamic\/analytics|analytics:index):/;

/** A resource of the provider, in a state; none that is to be deleted. */
export const ownResource = z.looseObject({
  type: z.string().regex(ownType),
  urn: z.string(),
  id: z.string(),
  delete: z.literal(false).optional(),
});

/** A secret is an envelope in a state, and no text. What a program may have set to anything is read where it matters. */
const resource = ownResource.extend({
  inputs: z.looseObject({
    file: z.string().optional(),
    refs: z.record(z.string(), z.unknown()).optional(),
    profile: z.string().optional(),
    /** The name of `profile` in older states. */
    connection: z.string().optional(),
    confidential: z.union([z.boolean(), z.literal("whole")]).optional(),
    ignorePaths: z.array(z.string()).optional(),
    /** What older states call `ignorePaths`. */
    leave: z.array(z.string()).optional(),
    name: z.string().optional().catch(undefined),
    folderId: z.string().optional().catch(undefined),
    description: z.unknown().optional(),
  }),
  outputs: z.looseObject({ documentVersion: z.number().optional().catch(undefined) }),
});

type Resource = z.infer<typeof resource>;

const texts = z.record(z.string(), z.string());

const identityMap = z
  .looseObject({ pages: texts, elements: z.record(z.string(), z.looseObject({ id: z.string() })) })
  .optional();

/** What the platform stores differently from what is declared. */
const place = z.object({ name: z.string(), folderId: z.string(), description: z.string() }).partial();

const stored = z
  .looseObject({
    contents: z.custom<Baseline>().optional(),
    place: place.optional(),
    written: z.custom<Baseline>().optional(),
  })
  .optional();

/** A data model, workbook or report as a stack's state has it. */
export class StateDocument {
  readonly type: DocumentType;
  /** On the platform. */
  readonly id: string;
  /** What people call it: in the program, and on the platform. */
  readonly names: readonly [string, ...string[]];
  /** The absolute path of its file or folder; undefined: the program builds it. */
  readonly file: string | undefined;
  readonly profile: string | undefined;
  /** Whether it holds a secret. */
  readonly isConfidential: boolean;
  /** The parts that are left to the platform. */
  readonly ignorePaths: readonly string[];
  /** What its placeholders stand for; a secret is no text. */
  readonly refs: Readonly<Record<string, unknown>>;
  /** Name, folder and description, as declared; a secret description is no text. */
  readonly declared: Readonly<{ name?: string; folderId?: string; description?: unknown }>;
  /** The platform's version that the stack wrote or read last. */
  readonly documentVersion: number | undefined;
  readonly #resource: Resource;

  /** @param project the folder that paths of files begin at. */
  constructor(found: Resource, project: string) {
    const { type, id, urn, inputs, outputs } = found;
    const { name, folderId, description, file, connection, leave = [] } = inputs;
    this.type = types[type.replace(ownType, "")]!;
    this.id = id;
    this.names = [urn.split("::").at(-1) ?? "", ...(name === undefined ? [] : [name])];
    this.file = file === undefined ? undefined : resolve(project, file);
    this.profile = inputs.profile ?? connection;
    this.isConfidential = Boolean(inputs.confidential);
    this.ignorePaths = inputs.ignorePaths ?? leave;
    this.refs = inputs.refs ?? {};
    this.declared = { name, folderId, description };
    this.documentVersion = outputs.documentVersion;
    this.#resource = found;
  }

  /** Whether people call it so: in the program, on the platform, or by its file. */
  isCalled(name: string): boolean {
    const names = this.file === undefined ? this.names : [...this.names, getFileName(this.file)];
    return names.some((one) => isSameName(one, name));
  }

  /** Of a data model: the platform's ids of its parts. */
  get ids(): IdentityMap | undefined {
    return this.#parseOutput("ids", identityMap) as IdentityMap | undefined;
  }

  /** What the platform made of what was written. */
  get baseline() {
    return this.#parseOutput("baseline", stored);
  }

  /** As it was last deployed; undefined where a secret hides it. */
  get form(): JsonObject | undefined {
    const { inputs } = this.#resource;
    const field = this.type === "data model" ? "spec" : "contents";
    const text = this.#unpack(inputs[field], field);
    // What a refresh read from the platform may have characters that no file may have.
    return typeof text === "string" ? ((tryParseJson(text) ?? parseSpec(text)) as JsonObject) : undefined;
  }

  /** An output of many parts: the plugin packs its text. */
  #parseOutput<T>(field: string, schema: z.ZodType<T>): T | undefined {
    const parsed = schema.safeParse(readStructure(this.#unpack(this.#resource.outputs[field], field)));
    return parsed.success ? parsed.data : undefined;
  }

  #unpack(value: unknown, field: string): unknown {
    try {
      return unpack(value, field);
    } catch (error) {
      if (!(error instanceof PackedTextError)) throw error;
      throw new UsageError(`the state of ${this.#resource.urn}: ${error.message}`);
    }
  }
}

/** The documents among the resources of a project's stack. */
export function listStateDocuments(project: string, resources: readonly unknown[]): StateDocument[] {
  return resources.flatMap((one) => {
    const found = resource.safeParse(one);
    const isDocument = found.success && Object.hasOwn(types, found.data.type.replace(ownType, ""));
    return isDocument ? [new StateDocument(found.data, project)] : [];
  });
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
