import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ProgramFiles } from "../../../provider/src/plugin/program-files";

test("reads the program and the files that it reads once, however many resources ask", () => {
  const folder = mkdtempSync(join(tmpdir(), "program-files-"));
  try {
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    const program = ["orders", "people"].map((name) => `  ${name}:\n    spec: {fn::readFile: ${name}.yaml}\n`).join("");
    write("Pulumi.yaml", `name: p\nruntime: yaml\nresources:\n${program}`);
    write("orders.yaml", "pages: [1]\n");
    write("people.yaml", "pages: [2]\n");
    const files = new ProgramFiles({ root: folder, program: folder });
    expect(files.isYaml).toBe(true);
    expect(files.findReadFile("pages: [1]\n")).toBe("orders.yaml");
    rmSync(join(folder, "Pulumi.yaml"));
    rmSync(join(folder, "people.yaml"));
    expect(files.findReadFile("pages: [2]\n")).toBe("people.yaml");
    expect(files.isYaml).toBe(true);
    expect(files.findReadFile("pages: [3]\n")).toBeUndefined();
  } finally {
    rmSync(folder, { recursive: true });
  }
});
