// Resources of a dynamic provider that does nothing: COUNT of them, each with a text of LENGTH characters.
const pulumi = require("@pulumi/pulumi");
const provider = {
  async create(inputs) {
    return { id: "x", outs: inputs };
  },
  async diff(_id, olds, news) {
    return { changes: olds.text !== news.text };
  },
};
class Trivial extends pulumi.dynamic.Resource {
  constructor(name, args) {
    super(provider, name, args);
  }
}
const { COUNT = "200", LENGTH = "1" } = process.env;
for (let i = 0; i < Number(COUNT); i++) new Trivial(`t${i}`, { text: "a".repeat(Number(LENGTH)) });
