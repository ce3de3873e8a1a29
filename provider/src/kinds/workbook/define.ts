/** What workbooks and reports as code have in common: one declaration, two vocabularies. */

import type { Severity } from "../../core/spec";
import { type CodedNoun, listKinds, workbookSeverities } from "../../core/workbook";
import { createRules, defineKind, describeOwner, findOwnerHint } from "../declare";
import { listSecretTexts } from "../document/declaration";
import { listNamesakes } from "../document/namesakes";
import { placeKeys } from "../document/place";
import { listReferences } from "../document/referred";
import { getTitle, getWorkbook, isSameDeclaration } from "./declaration";
import { defineCodedFields, defineCodedOutputs, type WorkbookInputs } from "./fields";
import { readWorkbook } from "./read";
import { adviseOnRefusal } from "./remarks";
import { createCodedFindings, createCodedSourceReview, listChanges, mapChanges, summarizeChanges } from "./review";
import { verifyWorkbook } from "./verify";
import { createWorkbook, updateWorkbook } from "./write";

/** Fields that are compared by what they mean together; `onConflict` is about an update, and no change by itself. */
const compared = ["contents", "refs", "file", "confidential", "onConflict", "acceptLosses"];

const rules: Readonly<Record<string, Severity>> = { ...workbookSeverities, "not-kept": "warning" };

const account = 'an account type with "Create, edit, and publish workbooks"';

/** What a kind says of itself. */
interface Vocabulary {
  readonly name: string;
  readonly noun: CodedNoun;
  /** The description's first paragraph. */
  readonly about: string;
  readonly endpoints: readonly string[];
  readonly example: string;
}

/** Defines a kind of document as code: `/v2/workbooks` or `/v2/reports` for the contents, `/v2/files` for the rest. */
export function defineCodedKind({ name: kind, noun, about, endpoints, example }: Vocabulary) {
  const { listProblems, listWarnings } = createCodedFindings(noun);
  const fields = defineCodedFields(noun);
  const outputs = defineCodedOutputs(noun);
  const { changed } = createRules(fields);

  return defineKind({
    name: kind,
    docs: {
      description: `${about}

The platform keeps the ids of pages and elements. If someone changed the ${noun} on the platform since the last
\`up\` or \`refresh\`, an update reports a conflict and never overwrites the change. An update publishes a new version,
and discards the unpublished drafts of people who are editing the ${noun}.

The platform doesn't return all that people make in the product, such as the actions of some buttons. Before an update
replaces a version that it didn't write, it compares the contents with the platform's lists, and stops if something
would be lost: \`acceptLosses\` says what may be.

${kind}s as code are a beta feature of the platform, which an organization may not have.

${describeOwner(noun)}`,
      endpoints: [...endpoints],
      example,
    },
    needs: {
      permission: `${account}, and Can edit access to the folder and the ${noun}`,
      lookups: ["folder", noun],
    },
    settings: {
      name: "workbookRules",
      choices: Object.fromEntries(
        Object.entries(rules).map(([rule, severity]) => [
          rule,
          [severity, ...["error", "warning", "off"].filter((other) => other !== severity)],
        ]),
      ) as Record<string, [string, ...string[]]>,
    },
    review: {
      isCheckedOnce: true,
      // The host doesn't say which values of an object are secret.
      normalized: (inputs) => (typeof inputs.contents === "string" ? inputs : { ...inputs, confidential: true }),
      problems: listProblems,
      warnings: listWarnings,
      live: [
        createCodedSourceReview(noun),
        { setting: "workbookVerify", problems: (inputs, context) => verifyWorkbook(inputs, { ...context, noun }) },
      ],
      previewMessages: (news, olds, { urn }) => [...listChanges(noun, news, olds), ...listNamesakes(news, noun, urn)],
      changeSummary: summarizeChanges,
      changesByPlace: (news, olds) => mapChanges(noun, news, olds),
    },
    fields,
    outputs,
    secrets: {
      texts: ({ contents, ...inputs }) => listSecretTexts(contents, inputs),
      words: listKinds,
      // It quotes what the platform has, and so perhaps the secret.
      outputs: ({ confidential }, secretInputs) => [
        ...(confidential || placeKeys.some((key) => secretInputs.includes(key)) ? (["baseline"] as const) : []),
        // The platform makes the address of the name.
        ...(secretInputs.includes("name") ? (["url"] as const) : []),
      ],
    },

    changed: (olds, news) => {
      const others = changed(olds, news).filter((name) => !compared.includes(name));
      return (isSameDeclaration(olds, news) ? others : [...others, "contents"]) as (keyof WorkbookInputs)[];
    },

    references: (inputs) => listReferences(inputs, inputs.contents, () => getWorkbook(inputs).authored),

    hint: (error, inputs) =>
      findOwnerHint(error, inputs.ownerId) ??
      adviseOnRefusal(error, inputs) ??
      (error.fromProxy && error.status === 403
        ? "A server in front of the platform refuses contents that look like an attack: write colors as #rrggbb " +
          "instead of rgb(…), and give images by their address instead of as data."
        : undefined),

    describe: ({ name, folderId }) => `${getTitle(noun, { name })} in the folder ${folderId}`,

    adoption: {
      ownId: ({ files }, id) => files.resolveId(id),
      async find({ client }, { name, folderId }) {
        const found = await client.files.findNamed({ type: noun, name, parentId: folderId });
        return found.map(({ id }) => id);
      },
      async origin({ client }, id) {
        const { createdAt, createdBy } = await client.files.get(id);
        return { at: createdAt, by: createdBy };
      },
    },

    writing: {
      // A document that moves from the program into a file, or gets options of this provider, is still the one whose
      // create was lost.
      sent: ({ name, folderId, description, contents, refs }) => [
        name,
        folderId,
        description,
        getWorkbook({ contents, refs }).canonical,
      ],
      refusesConflicts: true,
    },

    deletion: {
      leaves: ({ deletion }) =>
        deletion === "retain" ? undefined : `What was deleted is archived: the product can restore the ${noun}.`,
    },

    create: (context, inputs) => createWorkbook({ ...context, noun }, inputs),
    read: (context, id, known) => readWorkbook({ ...context, noun }, id, known),
    reconcile: (context, id, olds, news, names) => updateWorkbook({ ...context, noun }, id, olds, news, names),
    mock: (id) => ({
      id,
      outputs: { url: `https://app.example.com/${noun}s/${id}`, documentVersion: 2, previousVersion: 1 },
    }),

    async delete(context, id, { inputs }) {
      if (inputs.deletion === "retain") {
        context.log(`${getTitle(noun, inputs)} (${id}) stays on the platform: its deletion is "retain"`);
        return;
      }
      await context.client.files.delete(id);
    },
  });
}
