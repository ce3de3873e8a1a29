import * as z from "zod";
import { type Api, optionalText } from "./common";
import { collect, list } from "./transport/pages";
import { path } from "./transport/path";

const embed = z.looseObject({
  embedId: z.string(),
  embedUrl: z.string(),
  /** False for those of an older way of embedding. */
  public: z.boolean(),
  /** `workbook`, `page` or `element`. */
  sourceType: z.string(),
  sourceId: optionalText,
  sourceName: optionalText,
});
/** An embed of a workbook. */
export type Embed = z.infer<typeof embed>;

const created = z.looseObject({ embedId: z.string(), embedUrl: z.string() });
export type CreatedEmbed = z.infer<typeof created>;

/** What a new public embed shows. */
export interface NewEmbed {
  readonly sourceType: string;
  readonly sourceId?: string;
}

/**
 * Embeds of workbooks, `/v2/workbooks/{workbookId}/embeds`. There is no call for one embed, and none that changes one.
 */
export const createEmbeds = (api: Api) => {
  const { transport, reads } = api;
  const buildCollectionPath = (workbookId: string) => path`/v2/workbooks/${workbookId}/embeds`;
  const listAll = (workbookId: string) =>
    list(transport, { path: buildCollectionPath(workbookId), entry: embed, style: "page" });
  const composeId = (workbookId: string, embedId: string) => `${workbookId}/${embedId}`;

  return {
    /** An administrator sees all that belongs to each of them: see `complete-list.ts`. */
    isComplete: true,

    /** `GET`. */
    list: listAll,

    /** The public embeds of a workbook; calls close to each other share one listing. */
    readAll: async (workbookId: string): Promise<Embed[]> => {
      const all = await reads.read(buildCollectionPath(workbookId), () => collect(listAll(workbookId)));
      return all.filter((one) => one.public);
    },

    /** `POST`: publishes the workbook, or a part of it. @param madeId see {@link Api.create}; `<workbook id>/<embed id>`. */
    create: (workbookId: string, { sourceType, sourceId }: NewEmbed, madeId?: string): Promise<CreatedEmbed> =>
      api.create<CreatedEmbed>(
        buildCollectionPath(workbookId),
        { body: { embedType: "public", sourceType, sourceId }, answer: created },
        async (id) => {
          const found = (await collect(listAll(workbookId))).find((one) => composeId(workbookId, one.embedId) === id);
          if (found === undefined) throw new Error(`there is no embed ${id}.`);
          return found;
        },
        madeId,
      ),

    /** `DELETE`: the URL stops working permanently. */
    delete: (workbookId: string, embedId: string): Promise<void> =>
      api.write(buildCollectionPath(workbookId), {
        method: "DELETE",
        path: path`/v2/workbooks/${workbookId}/embeds/${embedId}`,
      }),
  };
};

/** Whether an embed is public and shows this. */
export function isSameEmbed(embed: Embed, { sourceType, sourceId }: NewEmbed): boolean {
  return embed.public && embed.sourceType === sourceType && (embed.sourceId ?? undefined) === sourceId;
}
