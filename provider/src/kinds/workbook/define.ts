/** What workbooks and reports as code have in common: one declaration, two vocabularies. */
import type { Severity } from "../../core/model";
import { type CodedNoun, workbookSeverities } from "../../core/workbook";
import { defineKind, describeOwner, findOwnerHint } from "../declare";
import { createChanged, createDocumentCalls, createDocumentReview, defineRuleSettings } from "../document/define";
import { listNamesakes } from "../document/namesakes";
import { isSameDeclaration } from "./declaration";
import { defineCodedFields, defineCodedOutputs, type WorkbookInputs } from "./fields";
import { adviseOnRefusal } from "./remarks";
import { createCodedFindings, createCodedSourceReview, listChanges, mapChanges, summarizeChanges } from "./review";
import { verifyWorkbook } from "./verify";
import { Workbooks } from "./workbooks";

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
  const workbooks = new Workbooks(noun);
  const changed = createChanged<WorkbookInputs>(fields, "contents");

  return defineKind({
    name: kind,
    docs: {
      description: `${about}

The platform keeps the ids of pages and elements. If someone changed the ${noun} on the platform since the last
\`up\` or \`refresh\`, an update reports a conflict and never overwrites the change. An update publishes a new version,
and discards the unpublished drafts of people who are editing the ${noun}.

The platform doesn't return all that people make in the product, such as the actions of some buttons. Before an update
replaces a version that it didn't write, it compares the contents with the platform's lists, and stops if something
would be lost: \`acceptLosses\` says what may be. Texts that the platform doesn't list either go unseen.

${kind}s as code are a beta feature of the platform, which an organization may not have.

${describeOwner(noun)}`,
      endpoints: [...endpoints],
      example,
    },
    needs: {
      permission: `${account}, and Can edit access to the folder and the ${noun}`,
      lookups: ["folder", noun],
    },
    ...createDocumentCalls(workbooks),
    settings: defineRuleSettings(workbooks.rules, rules),
    review: {
      ...createDocumentReview("contents"),
      problems: listProblems,
      warnings: listWarnings,
      live: [
        createCodedSourceReview(noun),
        { setting: "workbookVerify", problems: (inputs, context) => verifyWorkbook(inputs, { ...context, noun }) },
      ],
      previewMessages: (news, olds, context) => [
        ...listChanges(noun, news, olds),
        ...listNamesakes(news, noun, context),
      ],
      changeSummary: summarizeChanges,
      changesByPlace: (news, olds) => mapChanges(noun, news, olds),
    },
    fields,
    outputs,

    changed: (olds, news) => changed(olds, news, isSameDeclaration(olds, news)),

    hint: (error, inputs) =>
      findOwnerHint(error, inputs.ownerId) ??
      adviseOnRefusal(error, inputs) ??
      (error.fromProxy && error.status === 403
        ? "A server in front of the platform refuses contents that look like an attack: write colors as #rrggbb " +
          "instead of rgb(…), and give images by their address instead of as data."
        : undefined),

    mock: (id) => ({
      id,
      outputs: { url: `https://app.example.com/${noun}s/${id}`, documentVersion: 2, previousVersion: 1 },
    }),
  });
}
