/** A call of the REST API. */
interface Call {
  readonly method: string;
  /** Without a query. */
  readonly path: string;
}

/**
 * Whether a call is one of a documented operation.
 *
 * @param endpoint as a declaration names it: methods, a template of the path, and maybe a query or a remark.
 * @example isSameOperation("GET|PATCH /v2/teams/{teamId} (beta)", { method: "GET", path: "/v2/teams/4f1c" }) // true
 */
export function isSameOperation(endpoint: string, { method, path }: Call): boolean {
  const [methods = "", template = ""] = endpoint.split(" ");
  const wanted = template.replace(/\?.*/, "").split("/");
  const given = path.split("/");
  return (
    methods.split("|").includes(method) &&
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith("{") || part === given[index])
  );
}
