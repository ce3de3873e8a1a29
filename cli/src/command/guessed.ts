/** Commands that users of other tools try, with what does the same here. */
const guesses: Readonly<Record<string, string>> = {
  apply: "`pulumi up`, which deploys the stack",
  build: "`pulumi up`, which deploys the stack",
  deploy: "`pulumi up`, which deploys the stack",
  destroy: "`pulumi destroy`, which deletes what the stack has",
  docs: "`draw --out models.html`, a page of the models; the command's own pages are in `--help`",
  export: "`pull`, which writes what the platform has into files",
  format: "`fmt`",
  import: "`pull`, which writes files and a program that adopts what the platform has",
  lint: "`validate`, which reports mistakes in files",
  plan: "`pulumi preview`, which shows what `pulumi up` would change",
  preview:
    "`pulumi-analytics sandbox`, which puts a pull request's changes on the platform, or `pulumi preview`, which " +
    "shows what `pulumi up` would change",
  refresh: "`pulumi refresh`, which reads the stack's objects, or `pull`, which updates files",
  test: "`check`, which checks the data of models, or `validate`, which reports mistakes in files",
  up: "`pulumi up`, which deploys the stack",
};

/**
 * What to use in place of a command of another tool; undefined for what isn't known of one.
 *
 * @param message what commander says of it.
 * @example findGuessed("error: unknown command 'lint'") // "`validate`, which reports mistakes in files"
 */
export function findGuessed(message: string): string | undefined {
  const [, unknown = ""] = /unknown command '([\w-]+)'/.exec(message) ?? [];
  return Object.hasOwn(guesses, unknown) ? guesses[unknown] : undefined;
}
