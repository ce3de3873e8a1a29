import { readForm } from "../../../../cli/src/text/form";

test.each([
  ["YAML", "# Orders\nschemaVersion: 1\nname: Orders\npages: []\n"],
  ["JSON", '{ "name": "Orders", "schemaVersion": 1, "pages": [] }'],
  ["YAML in brackets", "{ schemaVersion: 1, pages: [] }"],
  ["keys in quotes, behind a mark", '---\n? schemaVersion\n: 1\n"pages": []\n'],
  ["the API's envelope", "name: Sales\ncontents:\n  schemaVersion: 1\n  pages: []\n"],
  ["the API's envelope in JSON", '{ "document": { "schemaVersion": 1, "pages": [] } }'],
  ["a list that doesn't end", "schemaVersion: 1\npages: [\n"],
  ["a wrong indentation", "pages:\n  - id: a\n   name: b\nschemaVersion: 1\n"],
  ["JSON that doesn't end", '{"schemaVersion": 1, "pages": [{"id": "a"'],
])("%s is a document", (_, text) => expect(readForm(text)).toBe("document"));

test.each([
  ["a misspelled key", "schemaVersoin: 1\npages: []\n"],
  ["a survey", '{ "pages": [{ "elements": [{ "type": "text" }] }] }'],
])("%s has a part of the form", (_, text) => expect(readForm(text)).toBe("part"));

test.each([
  ["an empty text", ""],
  ["a list", "- schemaVersion: 1\n  pages: []\n"],
  ["words in a value", "text: |\n  schemaVersion: 1\n  pages: []\n"],
  ["words in a comment", "# schemaVersion, pages\nname: x\n"],
  ["words deeper down", '{ "nodes": { "a": { "schemaVersion": 1, "pages": [], "elements": [] } } }'],
])("%s is something else", (_, text) => expect(readForm(text)).toBe("other"));
