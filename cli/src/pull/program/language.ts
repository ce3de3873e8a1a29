/** How a program is written in another language than TypeScript. */

/** A reference that a language writes: what the program calls a resource, its output, and a key in that. */
export class Access {
  constructor(
    readonly variable: string,
    readonly output: string,
    readonly key?: string,
  ) {}
}

/** What a language makes of a value. */
export type WrittenValue =
  | string
  | number
  | boolean
  | null
  | Access
  | Path
  | readonly WrittenValue[]
  | { [key: string]: WrittenValue };

/** A file or folder of a document. */
export class Path {
  constructor(readonly path: string) {}

  get isFolder(): boolean {
    return !/\.(ya?ml|json)$/i.test(this.path);
  }
}

/** A resource as a language writes it. */
export interface Resource {
  readonly kind: string;
  readonly name: string;
  /** What the program calls it. */
  readonly variable: string;
  readonly comments: readonly string[];
  readonly args: readonly (readonly [string, WrittenValue])[];
  readonly importId: string;
}

/** How a language writes a program. */
export interface ProgramLanguage {
  readonly path: string;
  /** The file of the user's own program. */
  readonly main: string;
  /** What to do with the file. */
  readonly use: string;
  /** Whether `main` has the file's resources as soon as it is there; otherwise they are copied each time. */
  readonly isImported: boolean;
  /** What is between the first comments and the resources. */
  readonly head: string;
  /** Whether a program can refer to what it declares elsewhere, by its name in the stack. */
  readonly refersByName: boolean;
  writeComment(text: string): string;
  /** What a program calls a resource; names that differ may come to the same. */
  nameVariable(name: string): string;
  /** Why the language can't write a resource; undefined when it can. */
  findRefusal(resource: Resource): string | undefined;
  writeResource(resource: Resource): string;
  /** How a resource begins. */
  formatStart(kind: string, name: string): string;
}
