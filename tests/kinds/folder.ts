import { listCalls, type Sample } from "../sample";

export const fileFields = `id urlId name type parentId parentUrlId permission path badge isArchived audit description?
  ownerId? parentSourceUrlId?`;

export const sample: Sample = {
  declared: { name: "Finance", parentId: ":models", description: "Books" },
  ...listCalls("/v2/files"),
  updates: { place: { to: { name: "Money", parentId: ":sales" } } },
  conflict: { theirs: { name: "Theirs" }, ours: { name: "Ours" } },
  answer: { path: "/v2/files/:id", fields: fileFields },
  program: `
const home = new analytics.Folder("home", { name: "Home", parentId: seeded.folders.models, deleteContents: true });`,
};
