// Prints the declarations of everything that `pulumi-analytics` exports, without their comments: what a program can
// name, so that a review shows each change of it.
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");
const ts = require("typescript");

const provider = join(__dirname, "../provider");
const { exports: entries } = require("../provider/package.json");

/** The report: a section for each entry of the package, and in it each export by its name. */
function printPublicTypes() {
  const types = Object.entries(entries).flatMap(([name, { types }]) => (types ? [[name, join(provider, types)]] : []));
  const program = ts.createProgram(
    types.map(([, file]) => file),
    { module: ts.ModuleKind.Node20, noEmit: true },
  );
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const printed = new Map();
  const isOurs = (file) => file.fileName.startsWith(join(provider, "dist"));

  const print = (symbol, entry) => {
    const its = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
    const first = printed.get(its);
    if (first !== undefined) return `// ${symbol.name}: see ${first}`;
    printed.set(its, entry);
    const texts = (its.declarations ?? []).flatMap((declaration) => {
      const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      const file = node.getSourceFile();
      return isOurs(file) && !ts.isSourceFile(node) ? [printer.printNode(ts.EmitHint.Unspecified, node, file)] : [];
    });
    return texts.length === 0 ? `// ${symbol.name}: of another package` : texts.join("\n");
  };

  return types
    .map(([name, file]) => {
      const entry = join("pulumi-analytics", name);
      const exported = checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file)));
      const sorted = [...exported].sort((a, b) => (a.name < b.name ? -1 : 1));
      return [`// === ${entry} ===`, ...sorted.map((symbol) => print(symbol, entry))].join("\n\n");
    })
    .join("\n\n")
    .concat("\n");
}

if (require.main === module) writeFileSync(join(provider, "public-types.txt"), printPublicTypes());

module.exports = { printPublicTypes };
