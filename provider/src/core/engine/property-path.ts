/**
 * The property that a property path of the engine begins with, and whether the path names only a part of it.
 *
 * @example parsePropertyPath('["spec"].pages[0]') // { name: "spec", isPart: true }
 */
export function parsePropertyPath(path: string): { readonly name: string; readonly isPart: boolean } {
  const [start, quoted, any, plain = ""] = /^(?:\["([^"]*)"\]|\[(\*)\]|([^.[]*))/.exec(path) ?? [""];
  return { name: quoted ?? any ?? plain, isPart: start.length < path.length };
}
