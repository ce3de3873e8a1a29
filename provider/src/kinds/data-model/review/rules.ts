import { type Finding, isIgnored, type Severity, validateSpec } from "../../../core/spec";
import { describeUnknownPath } from "../../../core/spec/internal";
import { equal, isUnknown } from "../../../core/values";
import type { CheckContext } from "../../declare";
import { locate } from "../../document/locate";
import { tellFinding } from "../../document/review";
import { getModel, getTitle } from "../declaration";
import type { DataModelInputs } from "../fields";

/** `analytics:rules` of the stack: the severity of each rule, `{ "unresolved-name": "off" }`. */
type RuleSettings = Readonly<Record<string, string>>;

/** The findings of a model, and their other inputs. Cached: each model is checked once. */
const reviews = new WeakMap<object, { circumstances: unknown; findings: Finding[] }>();

/**
 * All that is wrong or worth a look in the declared representation, each with its place in the user's file. No network.
 */
function findAll(inputs: DataModelInputs, settings: RuleSettings): Finding[] {
  if (isUnknown(inputs.spec)) return [];
  const model = getModel(inputs);
  const severities = settings as Record<string, Severity | "off">;
  const circumstances = [inputs.file, severities];
  const known = reviews.get(model);
  if (known !== undefined && equal(known.circumstances, circumstances)) return known.findings;

  const findings = [...model.filled.findings, ...validateSpec(model.filled.spec, { severities })];
  // The file is read again only to say where in it something is.
  if (findings.length > 0 && inputs.file !== undefined) locate(inputs.file, findings);
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
  return filterOwnFindings(inputs, circumstances).filter(isError).map(tellFinding(inputs, "model"));
}

/** The warnings of a model. */
export function listWarnings(inputs: DataModelInputs, circumstances: Circumstances): string[] {
  const warnings = filterOwnFindings(inputs, circumstances).filter((finding) => !isError(finding));
  return [...warnings.map(tellFinding(inputs, "model")), ...listUnknownPaths(inputs)].map(
    (warning) => `${getTitle(inputs)}: ${warning}`,
  );
}

/**
 * The ignored paths with a field that isn't known. It is no error: the platform may have fields that this release
 * doesn't know.
 */
function listUnknownPaths(inputs: DataModelInputs): string[] {
  const { ignorePaths = [] } = inputs;
  if (isUnknown(ignorePaths) || ignorePaths.length === 0) return [];
  const contents = isUnknown(inputs.spec) ? [] : [getModel(inputs).declared];
  return ignorePaths.flatMap((pattern) => {
    const text = isUnknown(pattern) ? undefined : describeUnknownPath(pattern, contents);
    return text === undefined ? [] : [`ignorePaths: ${text}`];
  });
}

const isError = ({ severity }: Finding) => severity === "error";
