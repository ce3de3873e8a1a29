import type { PackageSpec } from "../spec";

/** Examples in YAML → the same in Go. */
export type Converted = ReadonlyMap<string, string>;

/**
 * The examples of resources in Go. Pulumi's converter makes them of the ones in YAML (`npm run examples`), and
 * they stay as long as those do.
 */
export function readConverted({ resources }: PackageSpec): Converted {
  const texts = Object.values(resources).map(({ description }) => description);
  return new Map(
    texts.flatMap((text) => {
      const [yaml, go] = ["yaml", "go"].map((language) => findExample(text, language));
      return yaml === undefined || go === undefined ? [] : [[yaml, go] as const];
    }),
  );
}

function findExample(text: string, language: string): string | undefined {
  const [, after] = text.split(`\n\`\`\`${language}\n`, 2);
  return after?.split("\n```", 1)[0];
}
