/** Date formats of other systems, and the directives of d3 and of the platform for the same. */
const directives: readonly (readonly [pattern: RegExp, directive: string])[] = [
  [/y{4}/gi, "%Y"],
  [/(?<![%y])yy(?!y)/gi, "%y"],
  [/(?<!%)MMMM/g, "%B"],
  [/(?<!%)MMM/g, "%b"],
  [/(?<!%)MM/g, "%m"],
  [/(?<!%)d{4}/gi, "%A"],
  [/(?<!%)d{3}/gi, "%a"],
  [/(?<!%)d{2}/gi, "%d"],
  [/(?<!%)HH(?:24)?/g, "%H"],
  [/(?<!%)hh(?:12)?/g, "%I"],
  [/(?<!%)m[mi]/g, "%M"],
  [/(?<!%)MI/g, "%M"],
  [/(?<!%)ss/gi, "%S"],
];

/** A part of such a format that is no word of another kind. */
const foreignPart =
  /(?<![a-z])(?:y{2}|y{4}|m{2,4}|d{2,4}|hh(?:24|12)?(?:[:.]?m[mi](?:[:.]?ss)?)?)(?![a-z])|y{4}mm(?:dd)?/i;

/**
 * The same date format with directives, if it is one of another system and has none.
 *
 * @example translateDateFormat("YYYY-MM-DD") // "%Y-%m-%d"
 */
export function translateDateFormat(format: string): string | undefined {
  if (format.includes("%") || !foreignPart.test(format)) return undefined;
  return directives.reduce((text, [pattern, directive]) => text.replace(pattern, directive), format);
}
