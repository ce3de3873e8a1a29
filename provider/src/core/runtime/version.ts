// Required, not imported: the manifest is outside the compiler's source folder, at the same relative path from `src`
// and `dist`.
const manifest = require("../../../package.json") as { version: string };

/** The version of this package. */
export const { version } = manifest;

/** The `User-Agent` of every request. */
export const userAgent = `pulumi-analytics/${version}`;
