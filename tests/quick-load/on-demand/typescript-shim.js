module.exports = require("./on-demand")(() => require("@pulumi/pulumi/typescript-shim.js"));
