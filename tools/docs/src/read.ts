import { basename, join } from "node:path";
import ts from "typescript";

/** A field of arguments or of an answer. */
export interface Field {
  readonly name: string;
  readonly type: string;
  readonly optional: boolean;
  readonly text: string;
}

/** A function or method. */
export interface Callable {
  readonly name: string;
  readonly signature: string;
  readonly doc: Doc;
}

/** A doc comment. */
export interface Doc {
  readonly text: string;
  readonly throws: readonly string[];
  readonly examples: readonly string[];
}

/** A resource or component. */
export interface ClassPage {
  readonly name: string;
  readonly doc: Doc;
  readonly args: readonly Field[];
  readonly outputs: readonly Field[];
  readonly methods: readonly Callable[];
}

/** The lookups of one file. */
export interface LookupPage {
  /** The file's name, and the page's. */
  readonly name: string;
  readonly lookups: readonly LookupDoc[];
}

export interface LookupDoc extends Callable {
  readonly args: readonly Field[];
  readonly result: readonly Field[];
}

/** What the package's public symbols and their doc comments say. */
export interface Package {
  readonly resources: readonly ClassPage[];
  readonly components: readonly ClassPage[];
  readonly lookups: readonly LookupPage[];
}

/** Reads a package's sources, with the types the compiler sees. */
export function readPackage(folder: string): Package {
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(folder, "tsconfig.json"), ts.sys.readFile).config,
    ts.sys,
    folder,
  );
  const program = ts.createProgram(fileNames, options);
  const checker = program.getTypeChecker();
  const index = program.getSourceFile(join(folder, "src/index.ts"));
  const module = index && checker.getSymbolAtLocation(index);
  if (module === undefined) throw new Error(`${folder} has no src/index.ts`);

  const exported = checker
    .getExportsOfModule(module)
    .map((symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const classes = exported.filter(
    (symbol) => symbol.valueDeclaration && ts.isClassDeclaration(symbol.valueDeclaration),
  );
  const createBaseFilter = (base: string) => (symbol: ts.Symbol) =>
    listBases(checker.getDeclaredTypeOfSymbol(symbol)).includes(base);
  const createFolderFilter = (name: string) => (symbol: ts.Symbol) => getFile(symbol).includes(`/src/${name}/`);
  return {
    resources: classes.filter(createBaseFilter("AnalyticsResource")).map(readClass),
    components: classes.filter(createBaseFilter("ComponentResource")).map(readClass),
    lookups: readLookups(exported.filter(createFolderFilter("lookups"))),
  };

  /** The names of the classes that a class extends. */
  function listBases(type: ts.Type): string[] {
    if (!type.isClassOrInterface()) return [];
    return checker.getBaseTypes(type).flatMap((base) => [base.symbol.name, ...listBases(base)]);
  }

  function readClass(symbol: ts.Symbol): ClassPage {
    const instance = checker.getDeclaredTypeOfSymbol(symbol);
    const construct = checker.getTypeOfSymbol(symbol).getConstructSignatures()[0];
    const args = construct?.parameters.find(({ name }) => name === "args");
    const isOwn = (property: ts.Symbol) =>
      getFile(property).includes("/src/program/") && !getFile(property).endsWith("/src/program/resource.ts");
    const own = instance.getProperties().filter(isOwn);
    const isMethod = (property: ts.Symbol) => (property.flags & ts.SymbolFlags.Method) !== 0;
    return {
      name: symbol.name,
      doc: readDoc(symbol),
      args: args === undefined ? [] : listFields(checker.getTypeOfSymbol(args)),
      outputs: own.filter((property) => !isMethod(property)).map(readField),
      methods: own.filter(isMethod).map(readCallable),
    };
  }

  function readLookups(symbols: readonly ts.Symbol[]): LookupPage[] {
    const byFile = new Map<string, LookupDoc[]>();
    for (const symbol of symbols) {
      const [signature] = symbol.valueDeclaration ? checker.getTypeOfSymbol(symbol).getCallSignatures() : [];
      // The form for outputs is told beside its lookup.
      if (signature === undefined || symbol.name.endsWith("Output")) continue;
      const page = basename(getFile(symbol), ".ts");
      const [args] = signature.getParameters();
      const answer = checker.getAwaitedType(signature.getReturnType());
      const result = answer && (checker.getIndexTypeOfType(answer, ts.IndexKind.Number) ?? answer);
      const lookup = {
        ...readCallable(symbol),
        args: args === undefined ? [] : listFields(checker.getNonNullableType(checker.getTypeOfSymbol(args))),
        result: result === undefined ? [] : listFields(result),
      };
      byFile.set(page, [...(byFile.get(page) ?? []), lookup]);
    }
    return [...byFile].map(([name, lookups]) => ({ name, lookups })).sort((a, b) => (a.name < b.name ? -1 : 1));
  }

  function readCallable(symbol: ts.Symbol): Callable {
    const [signature] = checker.getTypeOfSymbol(symbol).getCallSignatures();
    const text = signature ? checker.signatureToString(signature, undefined, ts.TypeFormatFlags.NoTruncation) : "()";
    return { name: symbol.name, signature: `${symbol.name}${shortenType(text)}`, doc: readDoc(symbol) };
  }

  /** In the order of the declarations: that of a union's fields depends on what the compiler has read before. */
  function listFields(type: ts.Type): Field[] {
    const properties = checker.getPropertiesOfType(type);
    const getPlace = ({ declarations }: ts.Symbol) => declarations?.[0];
    const files = [...new Set(properties.map((property) => getPlace(property)?.getSourceFile()))];
    const ordered = files.flatMap((file) =>
      properties
        .filter((property) => getPlace(property)?.getSourceFile() === file)
        .sort((a, b) => (getPlace(a)?.pos ?? 0) - (getPlace(b)?.pos ?? 0)),
    );
    return (type.isUnion() ? ordered : properties).map((property) => readField(property));
  }

  function readField(property: ts.Symbol): Field {
    const type = checker.typeToString(checker.getTypeOfSymbol(property), undefined, ts.TypeFormatFlags.NoTruncation);
    return {
      name: property.name,
      type: shortenType(type),
      optional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      text: joinText(property),
    };
  }

  function readDoc(symbol: ts.Symbol): Doc {
    const tags = symbol.getJsDocTags(checker);
    const listTagged = (name: string) =>
      tags.filter((tag) => tag.name === name).map((tag) => ts.displayPartsToString(tag.text).trim());
    return { text: joinText(symbol), throws: listTagged("throws"), examples: listTagged("example") };
  }

  function joinText(symbol: ts.Symbol): string {
    return ts.displayPartsToString(symbol.getDocumentationComment(checker)).replaceAll("*\\/", "*/").trim();
  }
}

function getFile(symbol: ts.Symbol): string {
  return symbol.declarations?.[0]?.getSourceFile().fileName ?? "";
}

/** Types as a reader thinks of them: that any argument may be an output is said once. */
function shortenType(type: string): string {
  let short = type.replaceAll("pulumi.", "").replaceAll(/ \| undefined\b/g, "");
  for (let before = ""; before !== short; ) {
    before = short;
    short = short.replaceAll(/\b(?:DeepInput|Input|OutputInstance|Output)<((?:[^<>]|<[^<>]*>)*)>/g, "$1");
  }
  return short;
}
