import { OneFile, programLanguages } from "../../../../cli/src/pull/program";
import { ProgramFile } from "../../../../cli/src/pull/program/file";
import { quote } from "../../../../cli/src/text/writers/typescript";
import { hostileNames } from "../../../hostile-names";

/** A resource as a program declares it: kind, name, arguments. */
export type Declared = readonly [kind: string, name: string, args: Readonly<Record<string, unknown>>];

const formatId = (index: number) => `${String(index).padStart(8, "0")}-0000-4000-8000-000000000000`;

/** What a program has of each name: its values, keys, comments, constants, and reasons. */
export function declareAll(form: "adopt" | "import"): { file: ProgramFile; declared: Declared[] } {
  const file = new ProgramFile("translations", ["Texts."], form);
  const declared: Declared[] = [];
  for (const [index, name] of hostileNames.entries()) {
    const args = { lng: "fr", variant: `v${index}`, translations: { [name]: name, other: `${name}${name}` } };
    const resource = `text-${index}`;
    const id = formatId(index);
    const comments = [quote(name), `Read by: ${name}`];
    if (file.declare({ kind: "Translation", id, name: resource, title: name, comments, args })) {
      declared.push(["Translation", resource, args]);
    }
    file.addConstant(formatId(1000 + index), `constant${index}`, name);
    file.leave({ kind: "Folder", title: name, why: name });
  }
  return { file, declared };
}

export const isHalf = (name: string) => !name.isWellFormed();

/** What a resource of a stack can be called. */
export const resourceNames = hostileNames.filter((name) => name !== "" && !isHalf(name));

/** Folders of an earlier program, which called them as it liked, each with one inside. */
function declareFolders(names: readonly string[]): {
  file: ProgramFile;
  known: { kind: string; id: string; name: string }[];
} {
  const file = new ProgramFile("folders", ["Folders."], "import");
  const known = names.map((name, index) => {
    const id = formatId(index);
    file.declare({
      kind: "Folder",
      id,
      name: `a-${index}`,
      identifier: `a${index}`,
      title: name,
      args: { name: "A" },
    });
    const parentId = file.referToId(file, id)!;
    const inner = { id: formatId(1000 + index), name: `b-${index}`, args: { name: "B", parentId } };
    file.declare({ kind: "Folder", title: name, ...inner });
    return { kind: "Folder", id, name };
  });
  return { file, known };
}

export function writeKnown(language: keyof typeof programLanguages, names = resourceNames): OneFile {
  const { file, known } = declareFolders(names);
  const before = known.map(({ kind, name }) => programLanguages[language].formatStart(kind, name)).join("\n");
  return new OneFile(programLanguages[language], [file], known, before);
}
