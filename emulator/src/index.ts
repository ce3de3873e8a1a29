import "./node-check";

export { Emulator, type EmulatorOptions, startEmulator } from "./emulator";
export type { FaultInput, FaultRule } from "./faults/rules";
export type { GeneratedOrganization, OrganizationInput } from "./generate/organization";
export { buildRichWorkbook, type RichWorkbookOptions } from "./generate/rich-workbook";
export type { LoggedRequest } from "./http/log";
export { fingerprint } from "./resources/api-credentials";
export { losses, rewritings, sideEffects, storedAsSent, textRewritings } from "./rewritings";
export type { Settings } from "./settings";
export type { Seeded } from "./state/seeded";
export type { Snapshot } from "./state/store";
export { workbookRewritingNames } from "./workbook/rewritings";
