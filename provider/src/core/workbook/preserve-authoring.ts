import type { Canonical } from "../model";
import { isObject, isSameJson, type Json, type JsonObject, mapLists, readKnownString } from "../model/json";
import { mergeKeys, Preserver, type Values } from "../model/stored";
import { canonicalizeBlock, canonicalizeByShape, dropStoredForm, simplifyFormula } from "./canonical";
import type { WorkbookForms } from "./forms";
import { getGrammar } from "./grammar";
import { readNoun } from "./kinds";
import { type LayoutNode, parseLayout, writeLayout, writeNode } from "./layout/layout";
import { toPlaces } from "./layout/places";
import { listBlocks } from "./layout/read";
import { toRows } from "./layout/tree";
import { WorkbookIndex } from "./workbook-index";

/**
 * Another meaning, written as the user would: where it is what the user declares, it keeps the user's text
 * (placeholders, order, defaults written out, a layout of rows); elsewhere it has the other value. The user's workbook
 * itself where nothing differs.
 *
 * @param wanted the other meaning, in canonical form.
 * @param server what the platform has: formulas and texts in its spelling.
 */
export function preserveWorkbookAuthoring(forms: WorkbookForms, wanted: Canonical, server: JsonObject): Json {
  const { authored, canonical, filled } = forms;
  if (isSameJson(canonical, wanted)) return authored;
  const values: Values = {
    authored,
    filled: filled.spec,
    before: canonical,
    after: wanted,
    raw: dropStoredForm(server),
  };
  return openAuthored(values);
}

/** The envelope that the API has around a workbook stays around it. */
function openAuthored(values: Values): Json {
  const { authored, filled } = values;
  if (!isObject(authored) || !isObject(filled)) return values.after ?? null;
  for (const key of ["contents", "document"]) {
    if (!isObject(filled[key])) continue;
    return { ...authored, [key]: preserveDocument({ ...values, authored: authored[key], filled: filled[key] }) };
  }
  return preserveDocument(values);
}

function preserveDocument({ authored, filled, before, after, raw }: Values): Json {
  if (!isObject(authored) || !isObject(filled) || !isObject(before) || !isObject(after)) return after ?? null;
  const { layout: oldLayout, ...old } = before;
  const { layout: newLayout, ...now } = after;
  const omitLayout = ({ layout: _, ...rest }: JsonObject): JsonObject => rest;
  const rest = preserver.preserveObject(getGrammar().documents[readNoun(filled)], {
    ...{ authored: omitLayout(authored), filled: omitLayout(filled), before: old, after: now, raw },
  });
  const document = { ...rest, ...(authored.layout === undefined ? {} : { layout: authored.layout }) };
  return keepOrder(authored, writeChangedLayout(document, filled, oldLayout, newLayout));
}

/** An object with its fields in the order of another one; those that it lacks follow. */
function keepOrder(order: JsonObject, object: { [key: string]: Json | undefined }): JsonObject {
  const keys = [...Object.keys(order).filter((key) => key in object), ...Object.keys(object)];
  return Object.fromEntries(
    [...new Set(keys)].flatMap((key) => (object[key] === undefined ? [] : [[key, object[key]]])),
  );
}

const preserver = new Preserver({ simplify: canonicalizeByShape, respell, isSorted: true });

/** A value in the platform's spelling, if it is the platform's. @param name the field that it stands in. */
function respell(name: string, value: Json | undefined, raw: Json | undefined): Json | undefined {
  if (value === undefined || raw === undefined) return value;
  const { [name]: plain } = toPlain({ [name]: raw }) as JsonObject;
  return isSameJson(plain, value) ? raw : value;
}

function toPlain(value: Json): Json {
  if (Array.isArray(value)) return value.map(toPlain);
  if (!isObject(value)) return value;
  return simplifyFormula(Object.fromEntries(Object.entries(value).map(([key, item]) => [key, toPlain(item as Json)])));
}

/**
 * A document whose layout has changed in some blocks. The others stay as they are written: in one text, by block, or
 * with each page.
 */
function writeChangedLayout(
  document: JsonObject,
  filled: JsonObject,
  before: Json | undefined,
  after: Json | undefined,
): JsonObject {
  const [old, now] = [before, after].map(indexBlocks) as [ReadonlyMap<string, string>, ReadonlyMap<string, string>];
  const written = mapTags(new WorkbookIndex(filled).layout.blocks);
  const changed = new Map(
    [...now]
      .filter(([id, xml]) => old.get(id) !== xml)
      .map(([id, xml]) => [id, writeAsBefore(xml, old.get(id), written)]),
  );
  const own = listBlocks(filled).flatMap(({ id, item }) => (item.layout === undefined ? [] : [id]));
  const isWithPages = document.layout === undefined && own.length > 0;
  const result = mapLists(document, ["pages", "overlays", "panels"], (item) => {
    const id = readKnownString(item.id) ?? "";
    const block = changed.get(id);
    if (block === undefined || !(isWithPages || own.includes(id))) return item;
    changed.delete(id);
    return { ...item, layout: writeBlock(block, item.layout, document) };
  });
  const gone = [...old.keys()].filter((id) => !now.has(id) && !own.includes(id));
  if (changed.size === 0 && gone.length === 0) return result;
  return { ...result, layout: writeWholeLayout(filled.layout, document, { now, changed, own }) };
}

const readBlocks = (xml = "") => parseLayout(xml).blocks;

const keyTag = ({ tag, attributes }: LayoutNode, around: string, nth: number) =>
  `${tag} ${attributes.elementId ?? attributes.id ?? `${around}/${nth}`}`;

/** The tags of a layout by what they stand for. */
function mapTags(nodes: readonly LayoutNode[], around = ""): Map<string, LayoutNode> {
  const found = nodes.map((node, nth): [string, LayoutNode] => [keyTag(node, around, nth), node]);
  return new Map(found.flatMap(([key, node]) => [[key, node] as const, ...mapTags(node.children, key)]));
}

/** The platform's order of attributes. */
const attributeOrder = ["elementId", "type", "gridColumn", "gridRow", "gridTemplateColumns", "gridTemplateRows", "id"];

/** A changed block as its user would write it. */
function writeAsBefore(xml: string, before: string | undefined, written: ReadonlyMap<string, LayoutNode>): LayoutNode {
  const block = readBlocks(xml)[0]!;
  const kept = keepTag(block, mapTags(readBlocks(before)), written);
  // A container that was too low for what is in it may say something else now.
  return canonicalizeBlock(kept).xml === xml ? kept : keepTag(block, new Map(), written);
}

/** A tag as the user writes it, as far as it means what it meant: its attributes, in their order. */
function keepTag(
  node: LayoutNode,
  before: ReadonlyMap<string, LayoutNode>,
  written: ReadonlyMap<string, LayoutNode>,
  key = keyTag(node, "", 0),
): LayoutNode {
  const [old, own] = [before.get(key)?.attributes, written.get(key)?.attributes];
  const { attributes: now } = node;
  const names = new Set([...Object.keys(own ?? {}), ...attributeOrder, ...Object.keys(now)]);
  const attributes = [...names].flatMap((name): [string, string][] => {
    const [value, mine] = [now[name], own?.[name]];
    const isKept = own !== undefined && old?.[name] === value;
    const kept = isKept ? mine : value;
    return kept === undefined ? [] : [[name, kept]];
  });
  const children = node.children.map((child, nth) => keepTag(child, before, written, keyTag(child, key, nth)));
  return { ...node, attributes: Object.fromEntries(attributes), children };
}

/** The layout that stands beside the pages. */
function writeWholeLayout(
  filled: Json | undefined,
  document: JsonObject,
  {
    now,
    changed,
    own,
  }: {
    readonly now: ReadonlyMap<string, string>;
    readonly changed: ReadonlyMap<string, LayoutNode>;
    readonly own: readonly string[];
  },
): Json {
  const wanted = [...now.keys()].filter((id) => !own.includes(id));
  if (isObject(filled)) {
    const ids = mergeKeys(
      Object.keys(filled).filter((id) => now.has(id)),
      wanted,
    );
    return Object.fromEntries(
      ids.map((id) => {
        const block = changed.get(id);
        return [id, block === undefined ? filled[id] : writeBlock(block, filled[id], document)];
      }),
    );
  }
  const written = new Map(
    parseLayout(readKnownString(filled) ?? "").blocks.map((block) => [block.attributes.id ?? block.tag, block]),
  );
  const ids = mergeKeys(
    [...written.keys()].filter((id) => now.has(id)),
    wanted,
  );
  return writeLayout(ids.map((id) => changed.get(id) ?? written.get(id)!));
}

function indexBlocks(layout: Json | undefined): ReadonlyMap<string, string> {
  const blocks = Array.isArray(layout) ? layout.filter(isObject) : [];
  return new Map(blocks.map(({ id, xml }) => [String(id), String(xml)]));
}

/** XML where XML was; else rows or places where they say all of the block. */
function writeBlock(block: LayoutNode, before: Json | undefined, document: JsonObject): Json {
  if (typeof before === "string") return writeNode(block, 0);
  if (readNoun(document) === "report") return toPlaces(block) ?? writeNode(block, 0);
  const { elements } = document;
  const nameTabs = (id: string) => {
    const found = Array.isArray(elements) ? elements.filter(isObject).find((element) => element.id === id) : undefined;
    const tabs = found && Array.isArray(found.tabs) ? found.tabs.filter(isObject) : [];
    return tabs.map(({ name, id: tab }) => readKnownString(name) ?? String(tab));
  };
  return toRows(block, nameTabs) ?? [{ xml: block.children.map((child) => writeNode(child, 0)).join("") }];
}
