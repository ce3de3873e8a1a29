import { dirname, resolve } from "node:path";
import { readStructure, unpack } from "pulumi-analytics-internal/core/engine";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import type { Baseline } from "pulumi-analytics-internal/core/spec";
import * as z from "zod";
import { UsageError } from "../command";
import { readResourcesInState } from "./model-in-state";

/** What the state of a `Workbook` or `Report` holds, as far as it matters here. */
const workbook = z.looseObject({
  type: z.string().regex(/^(pulumi-nodejs:dynamic\/analytics|analytics:index):(Workbook|Report)$/),
  urn: z.string(),
  id: z.string(),
  delete: z.boolean().optional(),
  inputs: z.looseObject({
    file: z.string().optional(),
    contents: z.unknown().optional(),
    refs: z.record(z.string(), z.unknown()).optional(),
    profile: z.string().optional(),
    confidential: z.boolean().optional(),
    ignorePaths: z.array(z.string()).optional(),
  }),
  outputs: z.looseObject({
    documentVersion: z.number().optional().catch(undefined),
    baseline: z.preprocess(
      (value) => readStructure(unpack(value)),
      z.looseObject({ contents: z.custom<Baseline>().optional() }).optional(),
    ),
  }),
});

/** A workbook or report as a stack's state knows it. */
export type StateWorkbook = z.infer<typeof workbook>;

/** Where a workbook is looked for. */
export interface WorkbookQuery {
  /** The absolute path of its file or folder. */
  readonly file: string;
  /** Its id on the platform, where it is known. */
  readonly id?: string | undefined;
  readonly stack?: string | undefined;
}

/**
 * The workbook or report of a file or folder, from the state of the stack whose project it is in. Undefined when there
 * is no project, no stack, or no such resource.
 *
 * @throws UsageError when several could be meant.
 */
export async function findWorkbookInState(
  { file, id, stack }: WorkbookQuery,
  env: Readonly<Record<string, string | undefined>>,
): Promise<StateWorkbook | undefined> {
  const project = findProjectFolder(dirname(file));
  if (project === undefined) return undefined;
  const all = (await readResourcesInState(project, stack, env)).flatMap(parseStateWorkbook);
  const found = all.filter((one) => {
    const { file: its } = one.inputs;
    return id === undefined ? its !== undefined && resolve(project, its) === file : one.id === id;
  });
  if (found.length < 2) return found[0];
  const names = found.map(({ urn, id: one }) => `${urn.split("::").at(-1)} (${one})`).sort();
  throw new UsageError(
    `${file} is the file of several resources: ${names.join(", ")}. Select one by its id: --workbook or --report.`,
  );
}

/** A resource of a state, if it is a workbook. */
export function parseStateWorkbook(resource: unknown): StateWorkbook[] {
  const found = workbook.safeParse(resource);
  return found.success && !found.data.delete ? [found.data] : [];
}
