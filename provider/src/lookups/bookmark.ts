import type { Bookmark } from "../core/api";
import { takeFirst } from "../core/api/probe";
import { describeAnswer } from "./answer-fields";
import { defineCollection } from "./declare";

export const bookmark = defineCollection<Bookmark>({
  noun: "bookmark",
  title: "Bookmarks",
  about: "A bookmark of a workbook.",
  permission: "access to the workbook",
  getEndpoint: "GET /v2/workbooks/{workbookId}/bookmarks/{bookmarkId}",
  listEndpoint: "GET /v2/workbooks/{workbookId}/bookmarks",
  examples: {
    get: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
const north = analytics.getBookmarkOutput({ workbookId: report.id, name: "Region north" });
export const bookmarkId = north.id;`,
    list: `const report = analytics.getWorkbookOutput({ name: "Sales report" });
export const shared = analytics.listBookmarksOutput({ workbookId: report.id, isShared: true });`,
  },
  within: { workbookId: "Id of the workbook." },
  listArgs: {
    tagName:
      "Name of a tag: the bookmarks of the version that has it (`GET " +
      "/v2/workbooks/{workbookId}/tags/{tagName}/bookmarks`).",
  },
  fields: describeAnswer("bookmark"),
  filters: ["isShared"],
  entries: ({ workbooks }, { workbookId = "", tagName }) => workbooks.listBookmarks(workbookId, { tagName }),
  get: ({ workbooks }, id, { workbookId = "" }) => workbooks.readBookmark(workbookId, id),
  idOf: ({ bookmarkId }) => bookmarkId,
  nameOf: ({ name }) => name,

  async probe({ workbooks }) {
    const [workbook] = await takeFirst(workbooks.list());
    return workbook && takeFirst(workbooks.listBookmarks(workbook.workbookId));
  },
});
