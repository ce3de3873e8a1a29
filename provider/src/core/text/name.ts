/**
 * A name in the one form in which names are compared: `é` is one character in some files and two in others, macOS's
 * among them, and looks the same. What is written, sent or printed stays as it was.
 *
 * @example normalizeName("Pre\u0301nom") === normalizeName("Pr\u00e9nom") // true
 */
export function normalizeName(name: string): string {
  return name.normalize("NFC");
}

/**
 * Finds names that are free: the name itself, or with a number behind it. It counts on where it stopped, so that
 * thousands of things with one name take a time that grows with their number.
 *
 * @param separator what stands before the number.
 * @returns a function that finds a name; once taken, a name must stay so.
 * @example createNameFinder("_")("orders", (name) => name === "orders") // "orders_2"
 */
export function createNameFinder(separator: string): (name: string, isTaken: (name: string) => boolean) => string {
  const next = new Map<string, number>();
  return (name, isTaken) => {
    if (!isTaken(name)) return name;
    let number = next.get(name) ?? 2;
    while (isTaken(`${name}${separator}${number}`)) number += 1;
    next.set(name, number);
    return `${name}${separator}${number}`;
  };
}

/** Whether two email addresses are the same: upper and lower case are, as are both ways to compose a character. */
export function isSameEmail(a: string, b: string): boolean {
  return isSameName(a.toLowerCase(), b.toLowerCase());
}

/** Whether two names are the same, whichever way their characters are composed. */
export function isSameName(a: string | undefined, b: string | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && normalizeName(a) === normalizeName(b));
}

/** Whether two plain values are equal, with texts as {@link isSameName} compares them. */
export function isSameData(a: unknown, b: unknown): boolean {
  return a === b || (typeof a === "string" && typeof b === "string" && isSameName(a, b));
}
