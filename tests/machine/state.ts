import { wrapSecret } from "../../provider/src/core/engine";

export type Properties = Record<string, unknown>;

/** One resource in a state. */
export interface Entry {
  urn: string;
  readonly type: string;
  readonly id: string;
  inputs: Properties;
  outputs: Properties;
  dependencies: readonly string[];
  /** Waits for its delete: its replacement is there. */
  delete?: true;
  /** Its delete is done, and its replacement isn't there. */
  pendingReplacement?: true;
  taint?: true;
  /** Its object stays when it leaves the state. */
  retainOnDelete?: boolean;
  initErrors?: readonly string[];
}

/** What a run had begun. */
export interface Operation {
  readonly resource: Omit<Entry, "id"> & { readonly id?: string };
  readonly type: "creating" | "updating" | "deleting" | "reading";
}

/** The state of a stack. */
export interface State {
  resources: Entry[];
  pending: Operation[];
}

const component = {
  urn: "urn:pulumi:dev::shop::analytics:index:DataModelDirectory::models",
  ...{ type: "analytics:index:DataModelDirectory", custom: false },
};

const secretMark = Object.entries(wrapSecret("") as Properties).find(([key]) => key !== "value") as [string, string];

/** The state as `pulumi stack export` prints it. @param secretNames of the properties that the program marks. */
export function exportState(
  { resources, pending }: State,
  secretNames: (entry: { readonly type: string }) => readonly string[],
  showsSecrets: boolean,
): string {
  const hide = (value: unknown) => {
    const text = JSON.stringify(value);
    const hidden = showsSecrets ? { plaintext: text } : { ciphertext: Buffer.from(text).toString("base64") };
    return { [secretMark[0]]: secretMark[1], ...hidden };
  };
  const hideMarked = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(hideMarked);
    if (value === null || typeof value !== "object") return value;
    const object = value as Properties;
    if (object[secretMark[0]] === secretMark[1]) return hide(object.value);
    return Object.fromEntries(Object.entries(object).map(([key, inner]) => [key, hideMarked(inner)]));
  };
  const write = (entry: Operation["resource"]) => {
    const names = new Set(secretNames(entry));
    const hideNamed = (properties: Properties) =>
      Object.fromEntries(
        Object.entries(properties).map(([key, value]) => [key, names.has(key) ? hide(value) : hideMarked(value)]),
      );
    return { ...entry, custom: true, inputs: hideNamed(entry.inputs), outputs: hideNamed(entry.outputs) };
  };
  return JSON.stringify({
    version: 3,
    deployment: {
      manifest: { time: new Date(0).toISOString(), magic: "", version: "v3.250.0" },
      // A directory of models is a component of this package: it has no object and no id.
      resources: [component, ...resources.map(write)],
      ...(pending.length > 0
        ? { pending_operations: pending.map(({ resource, type }) => ({ resource: write(resource), type })) }
        : {}),
    },
  });
}
