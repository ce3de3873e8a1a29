export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The environment without what a hook or another caller of git says about its own repository: which it is, is said by
 * the folder. How git itself is set up stays, such as `safe.directory` in `GIT_CONFIG_COUNT`.
 */
export function omitRepository(env: Environment): Environment {
  const isKept = (name: string) => !/^GIT_/i.test(name) || /^GIT_(CONFIG_|EXEC_PATH$)/i.test(name);
  return Object.fromEntries(Object.entries(env).filter(([name]) => isKept(name)));
}
