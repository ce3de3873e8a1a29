import { floatJsonTag, intJsonTag, JSON_SCHEMA, load } from "js-yaml";
import { keepDigits } from "../../data/exact-yaml";

/** With the JSON schema, dates stay text, as in JSON. */
const schema = JSON_SCHEMA.withTags(keepDigits(intJsonTag), keepDigits(floatJsonTag));

/** Reads an answer in YAML, at most so deep. An alias could stand for any amount of text: there is none. */
export function parseYamlAnswer(text: string, maxDepth: number): unknown {
  return load(text, { schema, maxAliases: 0, maxDepth });
}
