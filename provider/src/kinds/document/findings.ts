/** What is wrong or worth a look in a document's declaration. No network. */

import { equal, isUnknown } from "../../core/engine";
import { type Finding, type Forms, formatFinding, isIgnored, type Severity } from "../../core/model";
import type { CheckContext } from "../declare";
import { getKnownIgnorePaths, TextError, type TextField, type TextInputs, type Texts } from "./declaration";
import { type DocumentInputs, type DocumentNoun, getTitle, shortenNoun } from "./fields";
import { locate } from "./locate";

/** What a check knows of a resource. The settings are the severities of rules, `{ "unresolved-name": "off" }`. */
type Circumstances = Pick<CheckContext, "isNew" | "settings">;

/** How a kind checks its documents. */
interface Checking<Field extends TextField, Of extends Forms> {
  readonly noun: DocumentNoun;
  readonly texts: Texts<Field, Of>;
  /** @param file the file that the document is read from; undefined: the program itself says it. */
  validate(
    forms: Of,
    severities: Readonly<Record<string, Severity | "off">>,
    file: string | undefined,
  ): readonly Finding[];
}

/** The errors and warnings of documents, one sentence each. */
export function createFindings<Field extends TextField, Of extends Forms>({
  noun,
  texts,
  validate,
}: Checking<Field, Of>) {
  type Inputs = DocumentInputs & TextInputs<Field>;
  /** Cached with what else they depend on: each document is checked once. */
  const reviews = new WeakMap<Forms, { circumstances: unknown; findings: readonly Finding[] }>();

  function findAll(forms: Of, file: string | undefined, settings: Circumstances["settings"]): readonly Finding[] {
    const circumstances = [file, settings];
    const known = reviews.get(forms);
    if (known !== undefined && equal(known.circumstances, circumstances)) return known.findings;
    const severities = settings as Record<string, Severity | "off">;
    const findings = [...forms.filled.findings, ...validate(forms, severities, file)];
    // The file is read again only to say where in it something is.
    if (findings.length > 0 && file !== undefined) locate(file, findings);
    reviews.set(forms, { circumstances, findings });
    return findings;
  }

  /** The findings that count: an update doesn't write what is ignored. */
  function filterOwn(inputs: Inputs, { settings, isNew }: Circumstances): readonly Finding[] {
    if (isUnknown(inputs[texts.field])) return [];
    const forms = texts.getForms(inputs);
    const findings = findAll(forms, inputs.file, settings);
    const ignorePaths = getKnownIgnorePaths(inputs);
    if (isNew || findings.length === 0 || ignorePaths.length === 0) return findings;
    return findings.filter(({ path }) => !isIgnored(forms.declared, path, ignorePaths));
  }

  return {
    listProblems(inputs: Inputs, circumstances: Circumstances): string[] {
      try {
        return filterOwn(inputs, circumstances)
          .filter(isError)
          .map(tellFinding(inputs, shortenNoun(noun)));
      } catch (error) {
        if (error instanceof TextError) return [error.message];
        throw error;
      }
    },

    /** Each begins with what messages call the document. */
    listWarnings: (inputs: Inputs, circumstances: Circumstances): string[] =>
      filterOwn(inputs, circumstances)
        .filter((finding) => !isError(finding))
        .map(tellFinding(inputs, shortenNoun(noun)))
        .map((warning) => `${getTitle(noun, inputs)}: ${warning}`),
  };
}

const isError = ({ severity }: Finding) => severity === "error";

/**
 * A finding for people. Its words quote the document: in a confidential one they are left out, but for those about
 * names of values.
 *
 * @param noun such as `model`.
 */
function tellFinding({ confidential }: DocumentInputs, noun: string): (finding: Finding) => string {
  return (finding) => {
    if (!confidential || /^(unknown|unused)-ref$/.test(finding.rule)) return formatFinding(finding);
    const { hint: _, ...rest } = finding;
    return formatFinding({ ...rest, message: `hidden, because the ${noun} contains a secret` });
  };
}
