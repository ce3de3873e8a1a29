export { didYouMean } from "./did-you-mean";
export { describeDuration } from "./duration";
export { isMask } from "./mask";
export { isSameName, normalizeName } from "./name";
export { namedValue } from "./named-value";
export { mostSuggestions, nearest } from "./near";
export { ownLimit } from "./own-limit";
export { cut, escapeControls, plainLine, plainText } from "./plain";
