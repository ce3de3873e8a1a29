import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { list } from "tar";
import { repository, run, useTemporaryFolder } from "./files";
import { packageFolders } from "./versions";

interface Component {
  readonly "bom-ref": string;
  readonly name?: string;
  readonly version?: string;
  readonly purl?: string;
}

/** What a CycloneDX file has that is read here. */
export interface Sbom {
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
  readonly dependencies: readonly { readonly ref: string; readonly dependsOn: readonly string[] }[];
}

/** Packs each published package into a folder. Returns the tarballs by the packages' names. */
export async function packPackages(folder: string): Promise<Record<string, string>> {
  const workspaces = packageFolders.flatMap((name) => ["--workspace", name]);
  const args = ["pack", "--json", "--ignore-scripts", "--pack-destination", folder, ...workspaces];
  const packed = JSON.parse(await run("npm", args, { cwd: repository })) as { name: string; filename: string }[];
  return Object.fromEntries(packed.map(({ name, filename }) => [name, join(folder, filename)]));
}

/**
 * Writes the SBOM of a tarball beside it: of the package as it is installed, since in a workspace npm leaves out what
 * is also a development dependency elsewhere.
 */
export async function writeSbom(tarball: string): Promise<number> {
  return useTemporaryFolder(async (folder) => {
    await run("tar", ["-xzf", tarball, "-C", folder]);
    const cwd = join(folder, "package");
    // Peers are the user's own; npm would look up development dependencies, published or not.
    await run("npm", ["pkg", "delete", "peerDependencies", "devDependencies"], { cwd });
    await run("npm", ["install", "--omit", "dev", "--ignore-scripts", "--no-audit", "--prefer-offline"], { cwd });
    const sbom = await run("npm", ["sbom", "--sbom-format", "cyclonedx", "--sbom-type", "library"], { cwd });
    const whole = addBundled(JSON.parse(sbom) as Sbom, await listBundled(tarball));
    await writeFile(tarball.replace(/\.tgz$/, ".cdx.json"), `${JSON.stringify(whole, null, 2)}\n`);
    return whole.components.length;
  });
}

/** The packages whose code is bundled in a tarball, from the files `LICENSES.txt` that `tools/bundle.js` writes. */
export async function listBundled(tarball: string): Promise<Component[]> {
  const texts: string[] = [];
  await list({
    file: tarball,
    onReadEntry: (entry) => {
      if (!entry.path.endsWith("/LICENSES.txt")) return;
      const index = texts.push("") - 1;
      entry.on("data", (chunk: Buffer) => {
        texts[index] += chunk.toString("latin1");
      });
    },
  });
  return texts.flatMap((text) =>
    [...text.matchAll(/^=== (\S+) (\S+) ===$/gm)].map(([, name = "", version = ""]) => ({
      "bom-ref": `${name}@${version}`,
      type: "library",
      name,
      version,
      scope: "required",
      purl: `pkg:npm/${name.replace("@", "%40")}@${version}`,
    })),
  );
}

/** Adds to the SBOM of a package what is bundled in it: npm knows only what it installs. */
export function addBundled(sbom: Sbom, bundled: readonly Component[]): Sbom {
  const known = new Set(sbom.components.map((component) => component["bom-ref"]));
  const own = sbom.metadata.component["bom-ref"];
  const added = new Map(bundled.filter((one) => !known.has(one["bom-ref"])).map((one) => [one["bom-ref"], one]));
  const refs = bundled.map((component) => component["bom-ref"]);
  return {
    ...sbom,
    components: [...sbom.components, ...added.values()],
    dependencies: [
      ...sbom.dependencies.map(({ ref, dependsOn }) => ({
        ref,
        dependsOn: ref === own ? [...new Set([...dependsOn, ...refs])] : dependsOn,
      })),
      ...[...added.keys()].map((ref) => ({ ref, dependsOn: [] })),
    ],
  };
}

/**
 * Checks that each tarball holds a license, a page about it and, for the provider, the changelog.
 *
 * @throws Error that names what is missing.
 */
export async function checkContents(tarballs: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, file] of Object.entries(tarballs)) {
    const paths = new Set<string>();
    await list({ file, onReadEntry: ({ path }) => paths.add(path.replace(/^package\//, "")) });
    const wanted = ["LICENSE", "README.md", "package.json", ...(name === "pulumi-analytics" ? ["CHANGELOG.md"] : [])];
    const missing = wanted.filter((path) => !paths.has(path));
    if (missing.length > 0) throw new Error(`${file} has no ${missing.join(", ")}`);
  }
}
