export { suggestWord } from "./did-you-mean";
export { describeDuration } from "./duration";
export { hasMask, hasMaskInside, isMask, isShownAs } from "./mask";
export { describeMissingPart } from "./missing-part";
export { isSameData, isSameEmail, isSameName, normalizeName } from "./name";
export { getOwnValue } from "./named-value";
export { findNearest, mostSuggestions } from "./near";
export { ownLimit } from "./own-limit";
export { cut, escapeControls, escapeLine, escapeText } from "./plain";
