export { didYouMean } from "./did-you-mean";
export { nearest } from "./near";
export { cut, plainLine, plainText } from "./plain";
