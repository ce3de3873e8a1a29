/** Somebody else's text in a SQL statement that any warehouse reads. */

/** A text as a literal; one that is a date or time, as such. */
export function quoteSqlText(text: string): string {
  const literal = `'${text.replaceAll("'", "''")}'`;
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return `cast(${literal} as date)`;
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?$/.test(text) ? `cast(${literal} as timestamp)` : literal;
}

/** A name of a column; a plain one needs no quotes, which warehouses write in different ways. */
export const quoteSqlName = (name: string): string =>
  /^[A-Za-z_]\w*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
