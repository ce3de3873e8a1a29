// Required, not imported: the manifest lies outside the compiler's source folder, at the same distance from `src` and `dist`.
const manifest = require("../../package.json") as { version: string };

/** Of this package. */
export const { version } = manifest;

/** What every request calls itself. */
export const userAgent = `pulumi-analytics/${version}`;
