import * as z from "zod";
import { type AnalyticsClient, collect, type Embed, isSameEmbed } from "../core/api";
import { declareIdPairs, defineKind, field, output, reference, text } from "./declare";

const { idForms, partsOf } = declareIdPairs("WorkbookEmbed", "<workbookId>/<embed id>");

/**
 * `/v2/workbooks/{workbookId}/embeds`. There is no call for one embed, and none that changes one: reads share the list
 * of the workbook.
 */
export const workbookEmbed = defineKind({
  name: "WorkbookEmbed",
  area: "embeds",
  docs: {
    description: `A public embed, which shows a workbook, or a page or element of it, in other web pages.

**Anyone who has the URL sees the data, without signing in.** \`public: true\` declares that this is intended, and the
preview of a new embed says what it publishes. The organization must allow public embeds.

The API can't change an embed, so every change replaces it, with another URL. The ids of pages and elements change when
the contents of the workbook are recreated.

The provider ignores embeds that aren't public. \`adopt: true\` finds an embed by the part of the workbook that it
shows.`,
    endpoints: ["POST|GET /v2/workbooks/{workbookId}/embeds", "DELETE /v2/workbooks/{workbookId}/embeds/{embedId}"],
    example: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
const embed = new analytics.WorkbookEmbed("sales-on-the-website", {
  workbookId: report.id,
  sourceType: "workbook",
  public: true,
});
export const embedUrl = embed.embedUrl;`,
  },
  adoption: {
    idForms,
    async find({ client }, inputs) {
      const all = await client.embeds.readAll(inputs.workbookId);
      const same = all.filter((embed) => isSameEmbed(embed, inputs));
      return same.map(({ embedId }) => `${inputs.workbookId}/${embedId}`);
    },
    // The platform tells nothing.
  },
  needs: {
    permission: "Can edit access to the workbook, in an organization that allows public embeds",
    lookups: ["workbook"],
  },
  deletion: { loses: "its URL for good: pages that show it stop working" },
  fields: {
    workbookId: reference("Workbook", "Id of the workbook.", { replaces: true }),
    sourceType: field(z.enum(["workbook", "page", "element"]), "What the embed shows.", { replaces: true }),
    sourceId: field(text.optional(), "Id of the page or element; required for these.", { replaces: true }),
    public: field(z.boolean(), "Whether the data may be published to anyone who has the URL. Must be true.", {
      local: true,
    }),
  },
  outputs: { embedUrl: output(z.string(), "The URL to show in other pages.", { changesWith: [] }) },

  describe,

  review: {
    problems: ({ sourceType, sourceId, public: isPublic }) => [
      ...(isPublic === false
        ? ["public: must be true. The API creates only public embeds, which anyone with the URL can see."]
        : []),
      ...(sourceType === "workbook" && sourceId !== undefined
        ? ["sourceId: an embed of a whole workbook has none."]
        : []),
      ...((sourceType === "page" || sourceType === "element") && sourceId === undefined
        ? [`sourceId: required, the id of the ${sourceType}.`]
        : []),
    ],
    previewMessages: (inputs, olds) =>
      olds === undefined
        ? [`The ${describe(inputs)} publishes its data to anyone who has the URL, without sign-in.`]
        : [],
  },

  pull: {
    file: "embeds",
    about: "Public embeds of workbooks.",
    called: ["workbookId"],
    async ids(client) {
      const workbooks = (await collect(client.workbooks.list())).filter(({ isArchived }) => !isArchived);
      const ids = workbooks.map(async ({ workbookId }) =>
        (await client.embeds.readAll(workbookId)).map(({ embedId }) => `${workbookId}/${embedId}`),
      );
      return (await Promise.all(ids)).flat();
    },
  },

  async create({ client, madeId }, { workbookId, sourceType, sourceId }) {
    const { embedId, embedUrl } = await client.embeds.create(workbookId, { sourceType, sourceId }, madeId);
    return { id: `${workbookId}/${embedId}`, outputs: { embedUrl } };
  },

  async read({ client }, id) {
    const { workbookId, embed } = await readEmbed(client, id);
    if (embed === undefined) return undefined;
    const { sourceId, embedUrl } = embed;
    const sourceType = embed.sourceType as "workbook" | "page" | "element";
    return { inputs: { workbookId, sourceType, sourceId, public: true }, outputs: { embedUrl } };
  },

  mock: (id, { workbookId }) => ({
    id: `${workbookId}/${id}`,
    outputs: { embedUrl: `https://app.analytics.example/embed/${id}` },
  }),

  async delete({ client }, id) {
    await client.embeds.delete(...partsOf(id));
  },
});

/** The public embed that an id names. */
async function readEmbed(client: AnalyticsClient, id: string): Promise<{ workbookId: string; embed?: Embed }> {
  const [workbookId, embedId] = partsOf(id);
  const embed = (await client.embeds.readAll(workbookId)).find((one) => one.embedId === embedId);
  return { workbookId, embed };
}

function describe({ workbookId, sourceType, sourceId }: { workbookId: string; sourceType: string; sourceId?: string }) {
  const part = sourceType === "workbook" ? "" : `${sourceType} ${sourceId} of the `;
  return `public embed of the ${part}workbook ${workbookId}`;
}
