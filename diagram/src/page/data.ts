/** What the page knows of its picture, as JSON in the page. Things refer to each other by their positions in the lists. */
export interface PageData {
  readonly groups: readonly PageGroup[];
  /** In the order of the picture's `data-node`. */
  readonly nodes: readonly PageNode[];
  /** In the order of the picture's `data-edge`. */
  readonly edges: readonly PageEdge[];
}

/** A model, a page, a connection. */
export interface PageGroup {
  readonly kind: string;
  readonly name: string;
  readonly parent?: number;
  /** In words, as far as it is no node's. */
  readonly changes: readonly string[];
}

/** A box of the picture. */
export interface PageNode {
  readonly name: string;
  /** The lines under its name. */
  readonly info: readonly string[];
  readonly group: number;
  readonly description?: string;
  readonly reads: readonly string[];
  readonly columns: readonly PagePart[];
  readonly metrics: readonly PagePart[];
  readonly change?: PageChange;
  readonly changes: readonly string[];
}

/** A column or metric. */
export interface PagePart {
  readonly id: string;
  readonly name: string;
  readonly formula?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly change?: PageChange;
}

/** A line of the picture. */
export interface PageEdge {
  readonly from: number;
  readonly to: number;
  /** What it says, or the word for its kind. */
  readonly label: string;
  readonly details: readonly string[];
  readonly change?: PageChange;
}

/** What happened between two versions. */
export type PageChange = "added" | "removed" | "changed";
