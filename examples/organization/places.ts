import * as analytics from "pulumi-analytics";
import { allowDelete } from "./options";

/** What everyone reads, and where the data team builds it. */
export const published = new analytics.Workspace("published", { name: "Published", allowDelete });
export const workshop = new analytics.Workspace("workshop", { name: "Workshop", allowDelete });

export const models = new analytics.Folder("models", {
  name: "Models",
  parentId: published,
  deleteContents: allowDelete,
});
