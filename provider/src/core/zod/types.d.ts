/** The types of zod, for the projects of this repository. `tools/bundle.js` puts a copy of them in its place in the package, which depends on no zod. */
export * from "zod";
