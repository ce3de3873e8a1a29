import { formatPath } from "../kinds/declare";

/** Two dollar signs, which a program in YAML reads as one. */
const doubled = /\$(?=\$)/g;

/**
 * The contents of an imported document, from which the engine writes code. In YAML it writes `$$` as it is and reads
 * that as `$`: such a document, which has it in SQL, becomes JSON text that has no `$$`.
 *
 * @param text JSON.
 */
export function writeDocumentCode(text: string, isYaml: boolean): unknown {
  const value: unknown = JSON.parse(text);
  return isYaml && text.includes("$$") ? JSON.stringify(value, null, 2).replace(doubled, "\\u0024") : value;
}

/** The texts of imported inputs that the engine writes wrongly as YAML, a sentence each. */
export function findMisreadTexts(value: unknown, path: readonly PropertyKey[] = []): string[] {
  if (typeof value === "string") {
    return value.includes("$$")
      ? [
          `${formatPath(path)} has "$$", which Pulumi writes as it is and then reads as "$". In the code of the ` +
            `import, write each "$" of it twice: ${JSON.stringify(value.replaceAll("$", "$$$$"))}.`,
        ]
      : [];
  }
  if (value === null || typeof value !== "object") return [];
  return Object.entries(value).flatMap(([key, item]) =>
    findMisreadTexts(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
}
