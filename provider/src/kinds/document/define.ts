/** What the declarations of documents have in common: where they lie, what is secret, how they end. */

import type { Properties } from "../../core/engine";
import type { Severity } from "../../core/model";
import { listKinds } from "../../core/workbook";
import { createRules, defineFileNaming, type InputFields, type LifecycleContext } from "../declare";
import { areSecretsInRefs, listSecretTexts, type TextField, type TextInputs, type Texts } from "./declaration";
import type { Documents } from "./documents";
import {
  type DocumentInputs,
  type DocumentNoun,
  type DocumentOutputs,
  documentKinds,
  getTitle,
  type ServerDocument,
} from "./fields";
import { placeKeys } from "./place";
import { listReferences } from "./referred";

/** The settings with the severities of a kind's rules. */
export const defineRuleSettings = (name: string, rules: Readonly<Record<string, Severity | "off">>) => ({
  name,
  choices: Object.fromEntries(
    Object.entries(rules).map(([rule, severity]): [string, [string, ...string[]]] => [
      rule,
      [severity, ...["error", "warning", "off"].filter((other) => other !== severity)],
    ]),
  ),
});

/** The part of a kind's review that is the same for all documents. */
export const createDocumentReview = <Field extends TextField>(field: Field) => ({
  isCheckedOnce: true,
  // The host doesn't say which values of an object are secret.
  normalized: <Inputs extends TextInputs<Field>>(inputs: Inputs): Inputs =>
    typeof inputs[field] === "string" ? inputs : { ...inputs, confidential: "whole" },
});

/**
 * The inputs that differ in meaning. Those beside the text are compared by what they mean together; `onConflict` and
 * `acceptLosses` are about an update, and no change by themselves.
 */
export function createChanged<Inputs extends DocumentInputs>(fields: InputFields, field: keyof Inputs & string) {
  const { changed } = createRules(fields);
  const compared: readonly string[] = [field, "refs", "file", "confidential", "onConflict", "acceptLosses"];
  return (olds: Inputs, news: Inputs, isSame: boolean): (keyof Inputs & string)[] => {
    const others = changed(olds as unknown as Properties, news as unknown as Properties).filter(
      (name) => !compared.includes(name),
    );
    return [...(others as (keyof Inputs & string)[]), ...(isSame ? [] : [field])];
  };
}

/** What a kind of document does as the others do. */
export function createDocumentCalls<
  Field extends TextField,
  Inputs extends DocumentInputs & TextInputs<Field>,
  Outputs extends DocumentOutputs,
  Server extends ServerDocument,
>(documents: Documents<Inputs, Outputs, Server> & { readonly texts: Pick<Texts<Field>, "field"> }) {
  const { noun, texts } = documents;
  const { kind, area } = documentKinds[noun];
  return {
    area,
    create: documents.create.bind(documents),
    read: documents.read.bind(documents),
    reconcile: documents.update.bind(documents),

    secrets: {
      texts: (inputs: Inputs) => listSecretTexts(inputs[texts.field], inputs),
      partly: (inputs: Inputs) => (areSecretsInRefs(inputs[texts.field], inputs) ? [texts.field] : []),
      words: listKinds,
      // It quotes what the platform has, and so perhaps the secret.
      outputs: ({ confidential }: Inputs, secretInputs: readonly string[]) => [
        ...(confidential || placeKeys.some((key) => secretInputs.includes(key)) ? (["baseline"] as const) : []),
        // The platform makes the address of the name.
        ...(secretInputs.includes("name") ? (["url"] as const) : []),
      ],
    },

    references: (inputs: Inputs) => listReferences(inputs, inputs[texts.field], () => texts.getForms(inputs).authored),

    describe: ({ name, folderId }: Inputs) => `${getTitle(noun, { name })} in the folder ${folderId}`,

    naming: defineFileNaming(kind, getFileType(noun)),
    adoption: {
      ownId: ({ files }: LifecycleContext["client"], id: string) => files.resolveId(id),
      async find({ client }: LifecycleContext, { name, folderId }: Inputs): Promise<string[]> {
        const found = await client.files.findNamed({ type: getFileType(noun), name, parentId: folderId });
        return found.map(({ id }) => id);
      },
      listDiffering: documents.listDiffering.bind(documents),
      async creator({ client }: LifecycleContext, id: string): Promise<string | undefined> {
        return (await client.files.get(id)).createdBy;
      },
    },

    writing: {
      refusesConflicts: true,
    },

    deletion: {
      leaves: ({ deletion }: Inputs) =>
        deletion === "retain" ? undefined : `What was deleted is archived: the product can restore the ${noun}.`,
    },

    async delete(context: LifecycleContext, id: string, { inputs }: { readonly inputs: Inputs }): Promise<void> {
      if (inputs.deletion !== "retain") return context.client.files.delete(id);
      context.log(`${getTitle(noun, inputs)} (${id}) stays on the platform: its deletion is "retain"`);
    },
  };
}

const getFileType = (noun: DocumentNoun) => (noun === "data model" ? "data-model" : noun);
