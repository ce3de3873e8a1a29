import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const examples = join(__dirname, "../../../examples");

test("an example that has a tsconfig.json names the compiler that reads it", () => {
  const folders = readdirSync(examples).filter((name) =>
    ["tsconfig.json", "package.json"].every((file) => existsSync(join(examples, name, file))),
  );
  const lacking = folders.filter((name) => {
    const { devDependencies } = JSON.parse(readFileSync(join(examples, name, "package.json"), "utf8"));
    return devDependencies?.typescript === undefined;
  });
  expect({ known: folders.length > 5, lacking }).toEqual({ known: true, lacking: [] });
});
