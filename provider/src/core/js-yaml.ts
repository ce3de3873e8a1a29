/** The library that reads YAML. `tools/bundle.js` makes one file of this module and of it: the package then brings the part that is used. */
export * from "js-yaml";
