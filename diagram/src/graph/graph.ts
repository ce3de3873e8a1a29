/** What happened between two versions. */
export type Change = "added" | "removed" | "changed";

/**
 * What holds elements: a model and its pages, a connection with its warehouse tables, a model that is only referred to;
 * and what holds models.
 */
export interface GraphGroup {
  readonly id: string;
  /** A `folder` is in no graph that the command makes: pictures of many models add them. */
  readonly kind: "model" | "page" | "connection" | "other-model" | "folder";
  readonly name: string;
  /** What a `model` is that is none: a workbook or report, which reads from models. */
  readonly document?: "workbook" | "report";
  /** Of a page: its model; of a model or folder: its folder. */
  readonly parent?: string;
  /** Of a model: its file. */
  readonly file?: string;
  /** Of a model without a file: its folder, with `/`. */
  readonly folder?: string;
  /** Only when two versions are compared. */
  readonly change?: Change;
  /** What changed in words, as far as it isn't a node's. */
  readonly changes?: readonly string[];
}

/** A column or metric. */
export interface GraphPart {
  readonly id: string;
  readonly name: string;
  readonly formula?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly change?: Change;
  /** What its formula names that doesn't exist, in sentences. */
  readonly problems?: readonly string[];
}

/** An element, or something outside that elements depend on. */
export interface GraphNode {
  /** `<model>#<element>`; for what is outside it begins with the group's id. */
  readonly id: string;
  /**
   * `table` and `control` are elements; `warehouse-table` and `connection` (of SQL) are what they read; `outside` is an
   * element of a model that isn't drawn; `missing` is one that is referred to and doesn't exist. A `model` or `folder`
   * stands for all that is in it: pictures of many models have them.
   */
  readonly kind: "table" | "control" | "warehouse-table" | "connection" | "outside" | "missing" | "model" | "folder";
  /** Of a table the kind of its source, of a control its type; of a `model` its `document`. */
  readonly type?: string;
  readonly name: string;
  readonly group: string;
  readonly description?: string;
  /** The warehouse tables it reads itself, each with its path: `SALES.PUBLIC.ORDERS`; of a warehouse table its own. */
  readonly reads: readonly string[];
  /** Of a table whose source is SQL: the statement. */
  readonly sql?: string;
  readonly columns: readonly GraphPart[];
  readonly metrics: readonly GraphPart[];
  readonly change?: Change;
  /** What changed in words. */
  readonly changes?: readonly string[];
  /** Of a document or folder: how much is in it. */
  readonly holds?: {
    readonly models?: number;
    readonly workbooks?: number;
    readonly reports?: number;
    readonly elements: number;
  };
  /** What it refers to that doesn't exist, in sentences, except what its columns and metrics have. */
  readonly problems?: readonly string[];
}

/**
 * What one node has to do with another. Edges lead from what is used to what uses it; a relationship from its table to
 * its target.
 */
export interface GraphEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  /**
   * `source`, `join`, `union` and `transpose`: reads its rows from there. `relationship`: a relationship to there.
   * `filter`: a control that filters there; `values`: one that takes its choices from there; `parameter`: one that sets
   * another model's control. `formula`: refers to it by name.
   */
  readonly kind:
    | "source"
    | "join"
    | "union"
    | "transpose"
    | "relationship"
    | "filter"
    | "values"
    | "parameter"
    | "formula";
  readonly label: string;
  /** Conditions of a join, keys of a relationship, columns of a filter. */
  readonly details: readonly string[];
  readonly change?: Change;
  /** Whether it leads from or to something that doesn't exist. */
  readonly broken?: true;
}

/**
 * Data models as a picture shows them: plain data. `pulumi-analytics draw --json` prints it, so that its shape is
 * kept: fields are only ever added.
 */
export interface Graph {
  readonly version: 1;
  readonly title: string;
  /** Whether it shows what changed between two versions. */
  readonly compared?: true;
  readonly groups: readonly GraphGroup[];
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
}
