/** The platform's own checks of workbooks and reports, on request. */
import { parse, relative, resolve } from "node:path";
import { type AnalyticsClient, ApiError } from "pulumi-analytics-internal/core/api";
import { findProjectFolder } from "pulumi-analytics-internal/core/files";
import {
  type Finding,
  fillPlaceholders,
  formatPath,
  locateFindings,
  type Severity,
} from "pulumi-analytics-internal/core/model";
import { isObject, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { compileLayout, locateRemark, readNoun } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import { parsePair } from "../command/options";
import type { Model } from "../documents/missing-elements";
import { readModelsOfStack, type StateModel } from "../documents/states";
import type { ProfileOptions } from "../platform/profile";

export interface VerifyOptions extends ProfileOptions {
  readonly ref?: readonly string[];
}

/**
 * What the platform finds in workbooks and reports, in its words, at the places in their files. Nothing is created.
 *
 * @param severity of what the platform refuses.
 * @throws UsageError where a `!ref` has no value, or no folder is known.
 */
export async function verifyWorkbooks(
  context: Context,
  workbooks: readonly Model[],
  options: VerifyOptions,
  severity: Severity,
): Promise<Finding[]> {
  if (workbooks.length === 0) return [];
  const values = await readValues(context, options);
  const filled = workbooks.map((workbook) => ({ ...workbook, document: fillIn(workbook, values) }));
  const client = await context.client(options);
  const folderId = await findHomeFolder(client);
  const findings: Finding[] = [];
  for (const { document, form, file, source } of filled) {
    const { name } = parse(file);
    const { errors, warnings } = await client[`${readNoun(document)}Checks`].verify({
      name,
      folderId,
      contents: document,
    });
    const found = [
      ...errors.map((message) => createFinding(document, form, message, severity)),
      ...warnings.map((message) => createFinding(document, form, message, "warning")),
    ];
    locateFindings(found, source);
    for (const one of found) findings.push(one);
  }
  return findings;
}

function createFinding(document: JsonObject, form: Model["form"], message: string, severity: Severity): Finding {
  const path = locateRemark(document, message);
  const hint = "This is the platform's answer to a dry run.";
  return { rule: "platform", severity, path, pathText: formatPath(form, path), message, hint };
}

/** The workbook as it would be sent. */
function fillIn({ file, form }: Model, values: Readonly<Record<string, string>>): JsonObject {
  const { spec, findings } = fillPlaceholders(form, values);
  const missing = findings.filter(({ rule }) => rule === "unknown-ref").map(({ message }) => message);
  if (missing.length > 0) {
    const [first] = [...new Set(missing)];
    throw new UsageError(
      `${file}: can't be verified: ${first}. Add --ref <name>=<id>, or run the command in the project of a stack ` +
        "that has the models.",
    );
  }
  if (!isObject(spec)) throw new UsageError(`${file}: can't be verified: it isn't a mapping.`);
  return compileLayout(spec);
}

/** Values of `!ref`s: those given, before those of the stack's models: their ids, and what they refer to themselves. */
async function readValues({ cwd, env }: Context, { ref = [], stack }: VerifyOptions): Promise<Record<string, string>> {
  const models = await readModelsOfStack(cwd, stack, env);
  return { ...collectValues(cwd, [...models.values()]), ...parseRefs(ref) };
}

function collectValues(cwd: string, models: readonly StateModel[]): Record<string, string> {
  const values: Record<string, string> = {};
  const project = findProjectFolder(cwd) ?? cwd;
  for (const { id, urn, inputs, outputs } of models) {
    for (const [name, value] of Object.entries(inputs.refs ?? {})) if (typeof value === "string") values[name] = value;
    const file = inputs.file === undefined ? undefined : parse(relative(project, resolve(project, inputs.file))).name;
    for (const name of new Set([file, urn.split("::").at(-1)])) {
      if (name === undefined) continue;
      values[name] = id;
      for (const [element, { id: stored }] of Object.entries(outputs.ids?.elements ?? {}))
        values[`${name}#${element}`] = stored;
    }
  }
  return values;
}

const parseRefs = (refs: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    refs.map((given) => parsePair("--ref", given, "--ref <name>=<id>, such as --ref orders#fact_orders=a1B2c3D4e5")),
  );

/** The folder of the credentials' owner; the platform looks it up and creates nothing in it. */
async function findHomeFolder(client: AnalyticsClient): Promise<string> {
  try {
    const { userId } = await client.readIdentity();
    return (await client.members.get(userId)).homeFolderId;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    throw new UsageError(`The folder of these credentials can't be read: ${error.message} Leave --verify out.`);
  }
}
