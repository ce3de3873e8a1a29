import { isUnknown } from "../../../core/engine";
import { validateSpec } from "../../../core/model";
import { describeUnknownPath } from "../../../core/model/stored";
import { createFindings } from "../../document/findings";
import { getModel, getTitle, noun, texts } from "../declaration";
import type { DataModelInputs } from "../fields";

const findings = createFindings({
  noun,
  texts,
  validate: ({ authored, filled }, severities) => validateSpec(filled.spec, { severities, authored }),
});

/** The errors of a model. */
export const { listProblems } = findings;

/** The warnings of a model. */
export function listWarnings(inputs: DataModelInputs, circumstances: Parameters<typeof listProblems>[1]): string[] {
  const unknown = listUnknownPaths(inputs).map((warning) => `${getTitle(inputs)}: ${warning}`);
  return [...findings.listWarnings(inputs, circumstances), ...unknown];
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
