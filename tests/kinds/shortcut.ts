import { listCalls, type Sample } from "../sample";
import { fileFields } from "./folder";

export const sample: Sample = {
  declared: { name: "What sold", parentId: ":models", targetId: ":workbook" },
  ...listCalls("/v2/files"),
  create: ["POST /v2/shortcuts"],
  updates: { place: { to: { name: "Sold", parentId: ":sales" } } },
  conflict: { theirs: { name: "Theirs" }, ours: { name: "Ours" } },
  answer: { path: "/v2/files/:id", fields: fileFields, shows: { type: "symlink" }, hidden: ["targetId"] },
  program: `
new analytics.Shortcut("sold", { name: "Sold", parentId: home, targetId: seeded.workbooks.sales });`,
};
