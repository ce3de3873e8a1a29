let log: (message: string) => void = (message) => console.log(message);

/** Shows the user a message that is about no single resource. What Node's dynamic-provider host prints is shown; a plugin has to send it. */
export function logToStack(message: string): void {
  log(message);
}

/** Sends such messages somewhere else than to the output of this process. */
export function sendStackLog(to: (message: string) => void): void {
  log = to;
}
