import { type Canonical, type FilledSpec, fillPlaceholders, type LocalSpec } from "../spec";
import { isObject, type Json, type JsonObject } from "../spec/json";
import { openEnvelope } from "../spec/text";
import { canonicalizeWorkbook } from "./canonical";
import { parseLayout, writeLayout, writeNode } from "./layout/layout";
import { dropLayouts, readLayout } from "./layout/read";

/**
 * A workbook as its user wrote it, and the forms derived from that, each computed once, on first use: authored →
 * declared → canonical.
 *
 * @example new WorkbookForms(parseSpec(text), { theme: "1b0c…" }).canonical
 */
export class WorkbookForms {
  #filled: FilledSpec | undefined;
  #declared: LocalSpec | undefined;
  #canonical: Canonical | undefined;

  /**
   * @param authored the user's own text, parsed, with placeholders. Don't change it.
   * @param refs the values of the placeholders.
   */
  constructor(
    readonly authored: Json,
    readonly refs: Readonly<Record<string, unknown>> = {},
  ) {}

  /** The workbook with its placeholders filled, and findings about their names. */
  get filled(): FilledSpec {
    this.#filled ??= fillPlaceholders(this.authored, this.refs);
    return this.#filled;
  }

  /** The workbook with its layout by block, without an envelope. */
  get declared(): LocalSpec {
    this.#declared ??= splitLayout(openEnvelope(this.filled.spec));
    return this.#declared;
  }

  /** The workbook to compare. */
  get canonical(): Canonical {
    this.#canonical ??= canonicalizeWorkbook(this.declared);
    return this.#canonical;
  }
}

/**
 * A workbook with its layout as a list of blocks, `{id, xml}`, so that pages are compared, merged and ignored one by
 * one.
 *
 * @example splitLayout(server.contents).layout // [{ id: "main", xml: "<Page id=\"main\">…</Page>" }]
 */
export function splitLayout(document: Json): LocalSpec {
  if (!isObject(document)) return {} as LocalSpec;
  if (Array.isArray(document.layout)) return document as LocalSpec;
  const { blocks } = readLayout(document);
  if (blocks.length === 0) return dropLayouts(document) as LocalSpec;
  const layout = blocks.map((block) => ({ id: block.attributes.id ?? block.tag, xml: writeNode(block, 0) }));
  return { ...dropLayouts(document), layout } as unknown as LocalSpec;
}

/** The workbook that the platform takes: the layout as one text. Undoes {@link splitLayout}. */
export function joinLayout(declared: JsonObject): JsonObject {
  const { layout } = declared;
  if (!Array.isArray(layout)) return declared;
  const blocks = layout.flatMap((block) => (isObject(block) ? parseLayout(String(block.xml)).blocks : []));
  return { ...declared, layout: writeLayout(blocks) };
}
