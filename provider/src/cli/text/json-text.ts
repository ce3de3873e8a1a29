/** Whether a text is JSON; it is YAML too, but is to stay JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
