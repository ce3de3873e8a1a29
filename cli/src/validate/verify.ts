/** The platform's own checks of workbooks and reports, on request. */

import { type AnalyticsClient, ApiError } from "pulumi-analytics-internal/core/api";
import {
  type Finding,
  fillPlaceholders,
  formatPath,
  listPlaceholderNames,
  locateFindings,
  type Severity,
} from "pulumi-analytics-internal/core/model";
import { isObject, type Json, type JsonObject } from "pulumi-analytics-internal/core/model/json";
import { type CodedNoun, compileLayout, locateRemark } from "pulumi-analytics-internal/core/workbook";
import { type Context, UsageError } from "../command";
import { parsePair } from "../command/options";
import { findProductionValue } from "../documents/affected";
import type { Document } from "../documents/document";
import type { DocumentFile } from "../documents/read-files";
import { DocumentSet } from "../documents/set";
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
  documents: readonly Document[],
  options: VerifyOptions,
  severity: Severity,
): Promise<Finding[]> {
  const workbooks = documents.filter(({ type }) => type !== "data model");
  if (workbooks.length === 0) return [];
  const findValue = await readValues(context, options);
  const filled = workbooks.map(({ file, name, type }) => ({
    ...file!,
    name,
    type: type as CodedNoun,
    document: fillIn(file!, findValue),
  }));
  const client = await context.client(options);
  const folderId = await findHomeFolder(client);
  const findings: Finding[] = [];
  for (const { document, form, name, type, source } of filled) {
    const { errors, warnings } = await client[`${type}Checks`].verify({ name, folderId, contents: document });
    const found = [
      ...errors.map((message) => createFinding(document, form, message, severity)),
      ...warnings.map((message) => createFinding(document, form, message, "warning")),
    ];
    locateFindings(found, source);
    for (const one of found) findings.push(one);
  }
  return findings;
}

function createFinding(document: JsonObject, form: Json, message: string, severity: Severity): Finding {
  const path = locateRemark(document, message);
  const hint = "This is the platform's answer to a dry run.";
  return { rule: "platform", severity, path, pathText: formatPath(form, path), message, hint };
}

/** The workbook as it would be sent. */
function fillIn({ file, form }: DocumentFile, findValue: FindValue): JsonObject {
  const values = listPlaceholderNames(form).flatMap((name) => {
    const value = findValue(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  const { spec, findings } = fillPlaceholders(form, Object.fromEntries(values));
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

/** What `!ref`s stand for: the values given, else what they do in the project's stack. */
async function readValues(context: Context, { ref = [], ...options }: VerifyOptions): Promise<FindValue> {
  const states = await new DocumentSet(context, options).listResources(context.cwd);
  const given = new Map(parseRefs(ref));
  return (name) => given.get(name) ?? findProductionValue(states, name);
}

type FindValue = (name: string) => string | undefined;

const parseRefs = (refs: readonly string[]) =>
  refs.map((given) => parsePair("--ref", given, "--ref <name>=<id>, such as --ref orders#fact_orders=a1B2c3D4e5"));

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
