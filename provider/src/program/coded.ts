/** What the classes of workbooks and reports do with their representation. */
import * as pulumi from "@pulumi/pulumi";
import { escapeText, prefixErrors } from "../core/text";
import type { CodedNoun } from "../core/workbook";
import { defineText, giveText, ignoreDocument } from "./document-text";
import { buildForm, reviewWorkbook } from "./names-across";
import { createProgramError, formPluginToken } from "./resource";
import { encodeWorkbook, type WorkbookInput } from "./spec-input";

/** What a class registers, and what it has to warn of. */
interface Coded {
  readonly args: object | undefined;
  readonly options: pulumi.CustomResourceOptions | undefined;
  readonly warnings: readonly string[];
}

/**
 * Encodes the representation of a workbook or report, and checks what it names in models of the program: before
 * anything is registered, because what is registered may be applied although the program fails.
 *
 * @param target the class that is constructed.
 */
export function encodeCoded(
  kind: "Workbook" | "Report",
  target: { readonly __pulumiType: string },
  name: string,
  args: { readonly contents: WorkbookInput } | undefined,
  options: pulumi.CustomResourceOptions | undefined,
): Coded {
  const subject = `${kind} "${name}"`;
  const isPlugin = target.__pulumiType === formPluginToken(kind);
  const noun = kind.toLowerCase() as CodedNoun;
  const read = (contents: WorkbookInput) => {
    const { encoded, authored } = encodeWorkbook(contents, subject, noun);
    return { encoded, warnings: authored === undefined ? [] : reviewWorkbook(buildForm(name, authored)) };
  };
  const { encoded, warnings = [] } =
    args?.contents === undefined ? {} : prefixErrors(subject, () => read(args.contents), createProgramError);
  const isLookup = options?.id !== undefined;
  return {
    args:
      args || isLookup
        ? {
            // Outputs also where they aren't given.
            ...{ contents: undefined, refs: undefined },
            ...args,
            ...encoded,
            ...(encoded && giveText("contents", encoded.contents, isPlugin)),
          }
        : undefined,
    options: options && prefixErrors(subject, () => ignoreDocument("contents", options), createProgramError),
    warnings,
  };
}

/** Tells the warnings, and gives the resource its text. */
export function finishCoded(
  resource: pulumi.Resource & { readonly contents: pulumi.Output<string> },
  { warnings }: Coded,
): void {
  for (const warning of warnings) void pulumi.log.warn(escapeText(warning), resource);
  defineText(resource, "contents", resource.contents);
}
