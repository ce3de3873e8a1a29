/** What numbers in YAML are here: see {@link keepDigits}. */
import { defineScalarTag, NOT_RESOLVED, type ScalarTagDefinition } from "js-yaml";
import { type ExactNumber, isDecimal, parseNumber } from "./exact-number";

/** A tag of numbers that keeps all digits, and leaves what is no number in JSON, infinity among it, as text. */
export function keepDigits(tag: ScalarTagDefinition<number>): ScalarTagDefinition<number | ExactNumber> {
  return defineScalarTag<number | ExactNumber>(tag.tagName, {
    ...tag,
    resolve: (source, isExplicit, tagName) => {
      const value = tag.resolve(source, isExplicit, tagName);
      const isTooLarge = isDecimal(source) && !Number.isFinite(Number(source));
      if (value === NOT_RESOLVED && !isTooLarge) return NOT_RESOLVED;
      if (isDecimal(source)) return parseNumber(source);
      return typeof value === "number" && Number.isFinite(value) ? value : NOT_RESOLVED;
    },
    identify: () => false,
  });
}
