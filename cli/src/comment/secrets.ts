type Environment = Readonly<Record<string, string | undefined>>;

/** Hosts mask secrets in logs, not in comments. */
export function redactSecrets(line: string, secrets: readonly string[]): string {
  return secrets.reduce((text, secret) => text.replaceAll(secret, "[secret]"), line);
}

/**
 * The values of environment variables whose names indicate secrets, the longest first. A message is cut into lines, so
 * that each line of a key is one.
 */
export function collectSecrets(environment: Environment): string[] {
  const values = Object.entries(environment)
    .filter(([name]) => /secret|token|passphrase|password|credential|_key$/i.test(name))
    .map(([, value]) => value ?? "")
    .filter((value) => value.length >= 8);
  const lines = values.flatMap((value) => {
    const parts = value.split(/\r?\n|\\n/).map((line) => line.trim());
    return parts.length === 1 ? [] : parts.filter((line) => line.length >= 4);
  });
  return [...new Set([...values, ...lines])].sort((a, b) => b.length - a.length);
}

const longestLine = 500;

/**
 * One plain line: no colors, control characters or characters that change the writing direction.
 */
export function cleanLine(text: string): string {
  const plain = text
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
    .replaceAll(/\u001b\[[\d;]*m|<\{%[^%]*%\}>/g, "")
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern searches for them
    .replaceAll(/[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]+/g, " ")
    .trimEnd();
  if (plain.length <= longestLine) return plain;
  return `${plain.slice(0, longestLine - 1).replace(/[\ud800-\udbff]$/, "")}…`;
}
