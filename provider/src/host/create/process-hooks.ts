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

let run = 0;

/** This process serves another run: what it knows of the former one is over. */
export function beginRun(): void {
  run += 1;
}

/** The number of the run that this process serves. */
export const getRun = () => run;

let log: (message: string) => void = (message) => console.log(message);

/**
 * Shows the user a message that is about no single resource. What Node's dynamic-provider host prints is shown; a
 * plugin has to send it.
 */
export function logToStack(message: string): void {
  log(message);
}

/** Sends such messages somewhere else than to the output of this process. */
export function sendStackLog(to: (message: string) => void): void {
  log = to;
}
