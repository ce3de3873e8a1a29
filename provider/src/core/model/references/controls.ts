import type { NameReference } from "../../formula";

/**
 * The controls a SQL statement refers to, each once: `{{region}}`, `{{ region }}`, `{{#raw region}}`.
 *
 * @example findControls("select * from t where r = {{region}}") // [{ text: "region", segments: ["region"] }]
 */
export function findControls(statement: string): Pick<NameReference, "text" | "segments">[] {
  const ids = [...statement.matchAll(/\{\{([^{}]*)\}\}/g)].flatMap(([, inside = ""]) => {
    const id = inside
      .trimStart()
      .replace(/^#\w+\s+/, "")
      .trim();
    return id === "" ? [] : [id];
  });
  return [...new Set(ids)].map((id) => ({ text: id, segments: [id] }));
}
