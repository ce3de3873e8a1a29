/** Answers of areas that aren't declared, whose described fields are those of lookups. */
import * as z from "zod";
import { audit } from "./common";

export { accountType } from "./account-types";
export { tableColumn } from "./connections";
export { dataModel } from "./data-models";
export { dataset } from "./datasets";
export { version as documentVersion } from "./documents";
export { file } from "./files";
export { member } from "./members";
export { report } from "./reports";
export { certificate as ssoCertificate } from "./sso-certificates";
export { teamMember } from "./teams";
export { template } from "./templates";
export { listedTranslation as translation } from "./translations";
export { workbook } from "./workbook-record";
export { bookmark } from "./workbooks";

/** Who created and changed an object, and when. */
export const change = z.object(audit);
