/** Answers of areas that aren't declared, whose described fields are those of lookups. */
export { accountType } from "./account-types";
export { tableColumn } from "./connections";
export { dataModel } from "./data-models";
export { dataset } from "./datasets";
export { member } from "./members";
export { report } from "./reports";
export { certificate as ssoCertificate } from "./sso-certificates";
export { teamMember } from "./teams";
export { listedTranslation as translation } from "./translations";
export { workbook } from "./workbook-record";
export { bookmark } from "./workbooks";
