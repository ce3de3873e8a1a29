export * from "./generated";
export type { Lookup, LookupArgs, OutputLookup } from "./lookup";
