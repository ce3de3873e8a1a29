import {
  adoptTheirIgnored,
  assignIds,
  groupChangesByPlace as byPlace,
  diffModels,
  diffSpecs,
  type Finding,
  findNameless,
  formatChanges,
  formatFinding,
  isIgnored,
  type LocalSpec,
  type Severity,
  type SpecChange,
  validateSpec,
} from "../../core/spec";
import { describeUnknownPath } from "../../core/spec/internal";
import { isObject } from "../../core/spec/json";
import { equal, isUnknown } from "../../core/values";
import type { CheckContext } from "../declare";
import { getModel, isSameDeclaration, listOwnPlaceholders } from "./contents";
import type { DataModelChangeSummary, DataModelInputs } from "./fields";
import { locateIn } from "./places";

/** `analytics:rules` of the stack: the severity of each rule, `{ "unresolved-name": "off" }`. */
type RuleSettings = Readonly<Record<string, string>>;

/** The findings of a model, and their other inputs. Cached: each model is checked once. */
const reviews = new WeakMap<object, { circumstances: unknown; findings: Finding[] }>();

/** All that is wrong or worth a look in the declared representation, each with its place in the user's file. No network. */
function findAll(inputs: DataModelInputs, settings: RuleSettings): Finding[] {
  if (isUnknown(inputs.spec)) return [];
  const model = getModel(inputs);
  const severities = settings as Record<string, Severity | "off">;
  const circumstances = [inputs.file, severities];
  const known = reviews.get(model);
  if (known !== undefined && equal(known.circumstances, circumstances)) return known.findings;

  const findings = [...model.filled.findings, ...validateSpec(model.filled.spec, { severities })];
  // The file is read again only to say where in it something is.
  if (findings.length > 0 && inputs.file !== undefined) locateIn(inputs.file, findings);
  reviews.set(model, { circumstances, findings });
  return findings;
}

/** The findings that count: an update doesn't write what is ignored. */
function filterOwnFindings(inputs: DataModelInputs, { settings, isNew }: Circumstances): Finding[] {
  const { ignorePaths = [] } = inputs;
  const findings = findAll(inputs, settings);
  if (isNew || findings.length === 0 || ignorePaths.length === 0 || isUnknown(ignorePaths)) return findings;
  const { declared } = getModel(inputs);
  return findings.filter(({ path }) => !isIgnored(declared, path, ignorePaths));
}

/** What a check knows of a resource. */
type Circumstances = Pick<CheckContext, "isNew"> & { readonly settings: RuleSettings };

/** The errors of a model. */
export function listProblems(inputs: DataModelInputs, circumstances: Circumstances): string[] {
  return filterOwnFindings(inputs, circumstances).filter(isError).map(tellFinding(inputs));
}

/** The warnings of a model. */
export function listWarnings(inputs: DataModelInputs, circumstances: Circumstances): string[] {
  const warnings = filterOwnFindings(inputs, circumstances).filter((finding) => !isError(finding));
  return [...warnings.map(tellFinding(inputs)), ...listUnknownPaths(inputs)].map(
    (warning) => `${getTitle(inputs)}: ${warning}`,
  );
}

/** The ignored paths with a field that isn't known. It is no error: the platform may have fields that this release doesn't know. */
function listUnknownPaths(inputs: DataModelInputs): string[] {
  const { ignorePaths = [] } = inputs;
  if (isUnknown(ignorePaths) || ignorePaths.length === 0) return [];
  const contents = isUnknown(inputs.spec) ? [] : [getModel(inputs).declared];
  return ignorePaths.flatMap((pattern) => {
    const text = isUnknown(pattern) ? undefined : describeUnknownPath(pattern, contents);
    return text === undefined ? [] : [`ignorePaths: ${text}`];
  });
}

/** What an update changes in a model, one line each. Where only names of unions differ, which the platform mostly drops, it is hardly one. */
export function listChanges(news: DataModelInputs, olds: DataModelInputs | undefined): string[] {
  if (olds === undefined || !isChanged(olds, news)) return [];
  if (isSameDeclaration(olds, news, findNameless(getModel(olds).canonical))) return [];
  const lines = tellChanges(diffInputs(olds, news), news.confidential || olds.confidential);
  const other = listNewValues(olds, news).map((name) => `another value for \`${name}\``);
  return [...lines, ...other].map((line) => `${getTitle(news)}: ${line}`);
}

const getTitle = ({ name }: DataModelInputs) => `data model "${name}"`;

/** A finding for people. Its words quote the model: in a confidential one they are left out, but for those about names of values. */
function tellFinding({ confidential }: DataModelInputs): (finding: Finding) => string {
  return (finding) => {
    if (!confidential || /^(unknown|unused)-ref$/.test(finding.rule)) return formatFinding(finding);
    const { hint: _, ...rest } = finding;
    return formatFinding({ ...rest, message: "hidden, because the model contains a secret" });
  };
}

/** The maximum number of changes in a message. */
const most = 8;

/** Changes as readable text; without values in a confidential model. */
export function tellChanges(changes: readonly SpecChange[], confidential: boolean | undefined): string[] {
  if (!confidential) return formatChanges(changes, { max: most });
  return formatChanges(
    changes.map((change) =>
      change.action === "changed" ? { ...change, before: "[secret]", after: "[secret]" } : change,
    ),
    { max: most },
  );
}

/** The removed parts, and the changed names, on which remaining parts of the model depended. */
export function changeSummary(news: DataModelInputs, olds: DataModelInputs): DataModelChangeSummary | undefined {
  if (!isChanged(olds, news)) return undefined;
  const isConfidential = news.confidential || olds.confidential;
  const removes = diffInputs(olds, news)
    .filter(({ destructive }) => destructive)
    // A summary is no secret, and a name in what the platform gave back may be one.
    .map(({ action, thing, where, before, usedBy = [] }) => {
      if (isConfidential)
        return { where: `${action === "removed" ? "" : "the name of "}a ${thing}`, usedBy: ["others"] };
      if (action === "removed") return { where, usedBy };
      return { where: `the name${typeof before === "string" ? ` \`${before}\`` : ""} of ${where}`, usedBy };
    });
  return removes.length > 0 ? { removes } : undefined;
}

/** The changes of an update by place; of a confidential model, only that there are some. */
export function mapChanges(news: DataModelInputs, olds: DataModelInputs): Record<string, string> | undefined {
  if (!isChanged(olds, news)) return undefined;
  if (news.confidential || olds.confidential) return { model: "changed; a value in it is secret" };
  // Another value of a placeholder isn't one of them: it stands in `refs`, and may be unknown in a preview alone.
  const changes = byPlace(diffInputs(olds, news));
  return Object.keys(changes).length > 0 ? changes : undefined;
}

function isChanged(olds: DataModelInputs, news: DataModelInputs): boolean {
  return olds.spec !== undefined && !isUnknown(olds.spec) && !isUnknown(news.spec) && !isSameDeclaration(olds, news);
}

/** Cached, because one check calls it twice. */
const compared = new WeakMap<DataModelInputs, { olds: DataModelInputs; changes: SpecChange[] }>();

/** The forms are compared, placeholders as placeholders: their values are whole objects at times, and secret at others. */
function diffInputs(olds: DataModelInputs, news: DataModelInputs): SpecChange[] {
  const known = compared.get(news);
  if (known?.olds === olds) return known.changes;
  const [before, after] = [getModel(olds).authored, getModel(news).authored];
  const { ignorePaths = [] } = news;
  const isWhole = ignorePaths.length === 0 || !isObject(before) || !isObject(after);
  const changes = isWhole
    ? diffSpecs(before, after)
    : diffModels(assignIds(before), adoptTheirIgnored(assignIds(after), assignIds(before), ignorePaths));
  compared.set(news, { olds, changes });
  return changes;
}

/** The placeholders that both declarations have, filled with different values. */
function listNewValues(olds: DataModelInputs, news: DataModelInputs): string[] {
  const before = olds.refs ?? {};
  const used = listOwnPlaceholders(news);
  return Object.entries(news.refs ?? {})
    .filter(([name]) => used.includes(name))
    .filter(([name, value]) => Object.hasOwn(before, name) && !isUnknown(value) && before[name] !== value)
    .map(([name]) => name);
}

const isError = ({ severity }: Finding) => severity === "error";

/** Shown for a drifted or conflicting model: what the platform has, against what is declared. */
export function describeDrift(before: LocalSpec, now: LocalSpec, confidential: boolean | undefined): string[] {
  return tellChanges(diffModels(before, now), confidential);
}
