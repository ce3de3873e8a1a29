// Required, not imported: the manifest lies outside the compiler's source folder, at the same distance from `src` and `dist`.
const manifest = require("../../package.json") as { version: string };

/** What every request calls itself. */
export const userAgent = `pulumi-analytics/${manifest.version}`;
