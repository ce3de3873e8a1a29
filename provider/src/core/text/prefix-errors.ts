/** Runs `body`; an error that it throws begins with what it is about: `DataModel "orders": …`. */
export function prefixErrors<T>(
  subject: string,
  body: () => T,
  errorOf: (message: string) => Error = (message) => new Error(message),
): T {
  try {
    return body();
  } catch (error) {
    throw errorOf(`${subject}: ${(error as Error).message}`);
  }
}
