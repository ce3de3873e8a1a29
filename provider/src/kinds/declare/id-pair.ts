/**
 * The two parts of an id.
 *
 * @param of the kind with its article, for the message.
 * @throws for an id of another form: an import gives any.
 * @example idPair(id, "a TeamMember", "<teamId>/<memberId>")
 */
export function idPair(id: string, of: string, form: string): [first: string, second: string] {
  const [first, second, ...others] = id.split("/");
  if (first && second && others.length === 0) return [first, second];
  throw new Error(`The id of ${of} is ${form}, not "${id}".`);
}
