// The texts of licenses that a package has to bring along with what it bundles.
const { existsSync, readdirSync, readFileSync } = require("node:fs");
const { join } = require("node:path");

const read = (...path) => readFileSync(join(...path), "utf8");

/** The text of a package's license: its files, else the section of its readme, else what its name stands for. */
function writeLicenseText(folder) {
  const { name, version, license } = JSON.parse(read(folder, "package.json"));
  const files = readdirSync(folder);
  const own = files.filter((entry) => /^licen[sc]e(\.|-|$)/i.test(entry));
  if (own.length > 0) return own.map((file) => read(folder, file).trim()).join("\n\n");
  const readme = files.find((entry) => /^readme(\.|$)/i.test(entry));
  const section =
    readme && /^#* *licen[sc]e\s*\n(?:[-=]+\n)?([\s\S]*?)(?=^#|$(?![\s\S]))/im.exec(read(folder, readme))?.[1];
  if (section && /Permission is hereby granted/i.test(section)) {
    return section.replaceAll("&lt;", "<").replaceAll("&gt;", ">").trim();
  }
  const ids = (license ?? "").match(/[\w.-]+/g) ?? [];
  const texts = ids.filter((id) => !/^(AND|OR|WITH)$/.test(id)).map((id) => readStandardText(id) ?? "");
  if (texts.length === 0 || texts.includes(""))
    throw new Error(`${name} ${version}: no text of its license (${license})`);
  return [`License: ${license}`, listAuthors(folder), ...texts].filter(Boolean).join("\n\n");
}

/** The text of a license that is the same in each package. */
function readStandardText(id) {
  if (id === "Apache-2.0") return read(__dirname, "../LICENSE").trim();
  const file = join(__dirname, "licenses", `${id}.txt`);
  return existsSync(file) ? readFileSync(file, "utf8").trim() : undefined;
}

function listAuthors(folder) {
  const { author } = JSON.parse(read(folder, "package.json"));
  const name = typeof author === "string" ? author : author?.name;
  return name && `Author: ${name}`;
}

module.exports = { writeLicenseText };
