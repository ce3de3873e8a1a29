export { type OverriddenVariable, readVariables } from "./environment";
export {
  type ConfigSource,
  environmentNames,
  type Field,
  type Profile,
  readProfile,
  SettingsError,
} from "./profile";
export {
  configure,
  findSettingsProblems,
  getStackClient,
  isCheckingLive,
  isMissingDeleted,
  type LiveSetting,
  type ProviderSettings,
  pluginSettingNames,
  readFormerSettings,
  readSettings,
  readSettingsTable,
  readStackTable,
  rememberFormerProvider,
  settingNames,
} from "./stack";
export { findTableProblems, type SettingsTable } from "./tables";
