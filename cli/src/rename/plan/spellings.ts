import { normalizePlainName } from "pulumi-analytics-internal/core/formula";

/** How names with that of a thing in them are written with its new one. */
export class Spellings {
  /** @param names those that the thing may have, in plain form. */
  constructor(
    private readonly names: ReadonlySet<string>,
    private readonly name: string,
  ) {}

  /** What a name becomes when the column or metric in it does: its end, with the side of a join behind it or not. */
  listForPart(segments: readonly string[]): string[][] {
    const found: string[][] = [];
    for (let at = segments.length - 1; at >= 0; at--) {
      const [, end = "", side = ""] = /^(.*?)( \([^()]*\))?$/s.exec(segments.slice(at).join("/"))!;
      const lead = segments.slice(0, at);
      if (this.names.has(normalizePlainName(end + side))) found.push([...lead, this.name]);
      else if (this.names.has(normalizePlainName(end))) found.push([...lead, this.name + side]);
    }
    return found;
  }

  /** What a name becomes when the element in it does: its prefix, or the side of a join inside or behind it. */
  listForElement(segments: readonly string[]): string[][] {
    const [first = "", ...rest] = segments;
    const [, before = "", own = "", after = ""] = /^(Transpose of )?(.*?)( repeated container)?$/s.exec(first)!;
    const lead = this.names.has(normalizePlainName(own)) ? [`${before}${this.name}${after}`, ...rest] : undefined;
    const [, end, side] = /^(.*) \(([^()]*)\)$/s.exec(segments.at(-1) ?? "") ?? [];
    const isSide = side !== undefined && this.names.has(normalizePlainName(side));
    const addSide = (whole: readonly string[]) => [...whole.slice(0, -1), `${end} (${this.name})`];
    const isLeg = (segment: string, index: number) =>
      index > 0 && index < segments.length - 1 && this.names.has(normalizePlainName(segment));
    const inside = segments.map((segment, index) => (isLeg(segment, index) ? this.name : segment));
    return [
      ...(lead ? [lead] : []),
      ...(isSide ? [addSide(segments)] : []),
      ...(lead && isSide ? [addSide(lead)] : []),
      ...(segments.some(isLeg) ? [inside] : []),
    ];
  }
}
