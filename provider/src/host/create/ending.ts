/** What a process does before its engine ends it. Loads nothing: a plugin that has served no resource ends at once. */
type Ending = (isSaved: boolean) => void;

let ending: Ending | undefined;

/** Sets what to do. */
export function setEnding(action: Ending): void {
  ending = action;
}

/** Does it. `isSaved`: whether the engine has saved all responses already. */
export function end(isSaved: boolean): void {
  ending?.(isSaved);
}
