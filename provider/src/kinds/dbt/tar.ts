/** A regular file of an archive. */
export interface ArchivedFile {
  /** With its folders, as the archive has it. */
  readonly path: string;
  readonly contents: Buffer;
}

const block = 512;

/**
 * The regular files of a tar, with the long names of both dialects (pax and GNU).
 *
 * @throws if it is none, or was cut off.
 */
export function listTarFiles(archive: Buffer): ArchivedFile[] {
  const files: ArchivedFile[] = [];
  let longName: string | undefined;
  for (let at = 0; at + block <= archive.length && archive[at] !== 0; ) {
    const header = archive.subarray(at, at + block);
    if (header.toString("latin1", 257, 262) !== "ustar") throw new Error("it contains no tar");
    const size = Number.parseInt(readField(header, 124, 12).trim() || "0", 8);
    const start = at + block;
    const contents = archive.subarray(start, start + size);
    if (!(size >= 0) || contents.length < size) throw new Error("the tar in it is cut off");
    at = start + Math.ceil(size / block) * block;
    const type = readField(header, 156, 1);
    if (type === "x") longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(contents.toString("utf8"))?.[1];
    else if (type === "L") longName = readField(contents, 0, size);
    else {
      if (type === "" || type === "0") files.push({ path: longName ?? readPath(header), contents });
      if (type !== "g") longName = undefined;
    }
  }
  return files;
}

function readPath(header: Buffer): string {
  const [prefix, name] = [readField(header, 345, 155), readField(header, 0, 100)];
  return prefix === "" ? name : `${prefix}/${name}`;
}

/** A text that ends at the first zero. */
function readField(bytes: Buffer, start: number, length: number): string {
  const text = bytes.subarray(start, start + length);
  const end = text.indexOf(0);
  return text.toString("utf8", 0, end < 0 ? length : end);
}
