import type { Path } from "../model/json";

/** A place in a document that reads something outside of it. */
export interface Use {
  /** Key of what is read. */
  readonly target: string;
  readonly elementId: string;
  /** What people call the element. */
  readonly element: string;
  readonly kind: string;
  readonly page?: string;
  /** How it is read: `column Region (axis, filter)`, `control`, `text`, `source`. */
  readonly how: string;
  /** Where it stands in the document; only with `hasPlaces`. */
  readonly place?: UsePlace;
}

/** A place in a document: what stands at a path, or a part of its text. */
export interface UsePlace {
  readonly path: Path;
  readonly span?: { readonly text: string; readonly nth: number };
}

/** A part of a data model that other documents can read, and what it reads itself. */
export interface Exposed {
  readonly key: string;
  /** What people call it, else its id. */
  readonly name: string;
  /** The name as messages show it; an id there is told apart: `unnamed column k3Jd`. */
  readonly label: string;
  readonly elementId: string;
  readonly element: string;
  /** Of a relationship there is one for each column behind it. */
  readonly is: "column" | "metric" | "element" | "control" | "relationship";
  readonly reads: readonly string[];
  /** Of a column or metric: the key by its id. */
  readonly idKey?: string;
  /** The names in its formula that certainly mean nothing; only with `hasMissing`. */
  readonly missing?: readonly string[];
}

/** What a document reads, and what a data model offers. */
export interface DocumentUses {
  readonly uses: readonly Use[];
  readonly exposed: readonly Exposed[];
}

/** What isn't in the document itself. */
export interface ReadUsesOptions {
  /** Id of the data model that the document is; left out for workbooks and reports. */
  readonly dataModelId?: string;
  /** The names of elements of data models, by their keys: they tell the sides of joins apart. */
  readonly names?: ReadonlyMap<string, string>;
  /** Whether uses tell where they stand in the document. */
  readonly hasPlaces?: boolean;
  /** Whether parts tell the names in them that mean nothing. */
  readonly hasMissing?: boolean;
}
