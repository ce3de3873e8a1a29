/**
 * Model files as text: written and formatted in the canonical layout, and changed in place. Pure functions from text to
 * text.
 */

export { type Form, readForm } from "./form";
export { formatModel } from "./format";
export { insertComment } from "./insert-comment";
export { insertSetting } from "./insert-setting";
export { commaFix, commaProblem, findTrailingComma } from "./trailing-comma";
export { type UpdatedFiles, updateModel, updateModelFiles } from "./update";
export { upgradeModel } from "./upgrade";
export { writeModel } from "./write";
