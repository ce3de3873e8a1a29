module.exports = require("./on-demand")(() => require("@npmcli/arborist/lib/index.js"));
