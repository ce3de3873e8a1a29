module.exports = require("./on-demand")(() => require("normalize-package-data/lib/normalize.js"));
