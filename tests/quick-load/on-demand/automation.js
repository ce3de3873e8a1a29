module.exports = require("./on-demand")(() => require("@pulumi/pulumi/automation/index.js"));
