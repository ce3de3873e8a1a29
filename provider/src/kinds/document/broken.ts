/** Columns that the platform stored and can't compute. */
import type { DocumentIds } from "../../core/api";
import { type Finding, formatPath, getValue, isIgnored, type LocalSpec, type Path, writeStart } from "../../core/model";
import type { LifecycleContext } from "../declare";
import type { DocumentInputs } from "./fields";
import { buildFrame, locate } from "./locate";
import { warn } from "./warn";

/** A column by the platform's ids. */
export interface PlacedColumn {
  readonly elementId: unknown;
  readonly columnId: unknown;
  /** Where it is in the declaration. */
  readonly path: Path;
}

/** What is known of a formula beside that the platform can't compute it. */
export type Explanation = Pick<Finding, "hint" | "span">;

/** A document that was just written. */
interface Written {
  readonly ids: DocumentIds;
  readonly title: string;
  readonly inputs: DocumentInputs;
  readonly declared: LocalSpec;
  listColumns(): readonly PlacedColumn[];
  /** What is known of the formulas at some paths, one by one. */
  explain(paths: readonly Path[]): Promise<readonly Explanation[]>;
}

/** The most formulas that are named: a table that the platform doesn't know breaks all that use it. */
const mostNamed = 8;

/**
 * Warns of columns whose type the platform reports as an error, by their places in the user's file; not of what an
 * update doesn't write.
 */
export async function warnOfBroken(
  context: LifecycleContext,
  { ids, title, inputs, declared, listColumns, explain }: Written,
): Promise<void> {
  const broken = (await context.client.documents.readColumns(ids)).filter(isBroken);
  if (broken.length === 0) return;
  const keys = new Set(broken.map(formKey));
  const all = listColumns()
    .filter((column) => keys.has(formKey(column)))
    .map(({ path }): Path => [...path, "formula"])
    .filter((path) => !isIgnored(declared, path, inputs.ignorePaths ?? []));
  const shown = all.length > mostNamed ? all.slice(0, mostNamed - 1) : all;
  const known = await explain(shown);
  const findings = shown.map((path, index): Finding => {
    const formula = getValue(declared, path);
    const quoted = inputs.confidential || typeof formula !== "string" ? "" : `: \`${formula}\``;
    const message = `the platform can't compute this formula${quoted}`;
    return {
      ...{ rule: "not-computed", severity: "warning", path, pathText: formatPath(declared, path), message },
      ...known[index],
    };
  });
  if (inputs.file !== undefined) locate(inputs.file, findings);
  for (const finding of findings) {
    const { pathText, message, hint } = finding;
    const frame = inputs.confidential ? undefined : buildFrame(finding);
    const sentence = `${writeStart(finding)}${pathText}: ${message}${hint === undefined ? "" : `. ${hint}`}`;
    warn(context, title, [sentence, ...(frame === undefined ? [] : [frame])].join("\n"));
  }
  const more = all.length - shown.length;
  if (more > 0) warn(context, title, `${more} more formulas that the platform can't compute`);
}

/** The form of the type is undocumented: a word, or an object that holds it. */
function isBroken({ type }: { type?: unknown }): boolean {
  return type === "error" || (type as { type?: unknown } | null | undefined)?.type === "error";
}

const formKey = ({ elementId, columnId }: { readonly elementId?: unknown; readonly columnId: unknown }) =>
  JSON.stringify([elementId, columnId]);
