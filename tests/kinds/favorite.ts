import type { Sample } from "../sample";
import { fileFields } from "./folder";

export const sample: Sample = {
  declared: { memberId: ":analyst", inodeId: ":workbook" },
  create: ["POST /v2/favorites"],
  delete: ["DELETE /v2/favorites/member/*/file/*"],
  answer: { path: "/v2/favorites/member/:analyst", entry: { id: ":id" }, fields: fileFields },
  program: `new analytics.Favorite("ann-sales", { memberId: ann, inodeId: seeded.workbooks.sales });`,
};
