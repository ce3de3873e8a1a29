/** How the Pulumi engine writes things down: unknown and secret values, states, property paths. No Pulumi SDK. */

export { adviseIgnorePaths, type DocumentField, findPathIntoDocument } from "./ignore-changes";
export { digestOwnText, ownTextKey } from "./own-text";
export { isPacked, largestText, PackedTextError, pack, unpack } from "./packed";
export { parsePropertyPath } from "./property-path";
export { providerKey, writeProviderText } from "./provider-text";
export {
  dropUndefined,
  equal,
  equalSet,
  equalText,
  hasUnknown,
  isUnknown,
  isUnknownOnPath,
  listSecretNames,
  type Properties,
  preferDeclared,
  readStructure,
  showUnknowns,
  wrapSecret,
} from "./values";
