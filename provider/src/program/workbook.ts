import type * as pulumi from "@pulumi/pulumi";
import { prefixErrors } from "../core/prefix-errors";
import { defineText, ignoreDocument, packText } from "./document-text";
import { WorkbookBase, type WorkbookBaseArgs } from "./generated/workbook";
import { createProgramError, formPluginToken } from "./resource";
import { encodeWorkbook, type WorkbookInput } from "./spec-input";

/** Arguments of {@link Workbook}. */
export interface WorkbookArgs extends WorkbookBaseArgs {
  /**
   * The representation: an object, JSON or YAML text, or `workbookFile("…")`. Any value in an object may be an output.
   */
  contents: WorkbookInput;
}

/** @docs */
export class Workbook extends WorkbookBase {
  /** The representation as JSON text, with placeholders for outputs; their values are in `refs`. */
  declare readonly contents: pulumi.Output<string>;
  /** The values of the placeholders. */
  declare readonly refs: pulumi.Output<Record<string, unknown> | undefined>;

  constructor(name: string, args: WorkbookArgs, options?: pulumi.CustomResourceOptions) {
    const isPlugin = new.target.__pulumiType === formPluginToken("Workbook");
    const subject = `Workbook "${name}"`;
    // Before anything is registered: what is registered may be applied although the program fails.
    const encoded =
      args?.contents === undefined
        ? undefined
        : prefixErrors(subject, () => encodeWorkbook(args.contents, subject).encoded, createProgramError);
    const isLookup = options?.id !== undefined;
    super(
      name,
      (args || isLookup) && {
        // Outputs also where they aren't given.
        ...{ contents: undefined, refs: undefined },
        ...args,
        ...encoded,
        ...(encoded && isPlugin ? { contents: packText(encoded.contents) } : {}),
      },
      options && prefixErrors(subject, () => ignoreDocument("contents", options), createProgramError),
    );
    defineText(this, "contents", this.contents);
  }
}
