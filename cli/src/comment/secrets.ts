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
