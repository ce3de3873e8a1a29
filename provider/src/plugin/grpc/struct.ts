import type { BinaryReader, BinaryWriter } from "@bufbuild/protobuf/wire";
import type { Properties } from "../../core/values";

/**
 * `google.protobuf.Struct`, read as plain data and written from it. The tags are those of google/protobuf/struct.proto: the number of the field, times
 * eight, and the wire type.
 */
const tags = {
  /** Of a struct. */
  entry: 0x0a,
  /** Of an entry. */
  key: 0x0a,
  value: 0x12,
  /** Of a value. */
  null: 0x08,
  number: 0x11,
  string: 0x1a,
  bool: 0x20,
  struct: 0x2a,
  list: 0x32,
  /** Of a list. */
  item: 0x0a,
} as const;

/** @returns an object with its keys in order: the engine sends them in any order, another one in each run. */
export function readStruct(reader: BinaryReader, length: number): Properties {
  const end = reader.pos + length;
  const entries: { key: string; value: unknown }[] = [];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === tags.entry) entries.push(readEntry(reader, reader.uint32()));
    else skip(reader, tag);
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const struct: Properties = {};
  for (const { key, value } of entries) {
    // By assignment, this key would change what the object inherits from.
    if (key === "__proto__") Object.defineProperty(struct, key, { value, enumerable: true, configurable: true });
    else struct[key] = value;
  }
  return struct;
}

function readEntry(reader: BinaryReader, length: number): { key: string; value: unknown } {
  const end = reader.pos + length;
  let key = "";
  let value: unknown = null;
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === tags.key) key = reader.string();
    else if (tag === tags.value) value = readValue(reader, reader.uint32());
    else skip(reader, tag);
  }
  return { key, value };
}

function readValue(reader: BinaryReader, length: number): unknown {
  const end = reader.pos + length;
  let value: unknown = null;
  while (reader.pos < end) {
    const tag = reader.uint32();
    switch (tag) {
      case tags.null:
        reader.uint32();
        value = null;
        break;
      case tags.number:
        value = reader.double();
        break;
      case tags.string:
        value = reader.string();
        break;
      case tags.bool:
        value = reader.bool();
        break;
      case tags.struct:
        value = readStruct(reader, reader.uint32());
        break;
      case tags.list:
        value = readList(reader, reader.uint32());
        break;
      default:
        skip(reader, tag);
    }
  }
  return value;
}

function readList(reader: BinaryReader, length: number): unknown[] {
  const end = reader.pos + length;
  const items: unknown[] = [];
  while (reader.pos < end) {
    const tag = reader.uint32();
    if (tag === tags.item) items.push(readValue(reader, reader.uint32()));
    else skip(reader, tag);
  }
  return items;
}

function skip(reader: BinaryReader, tag: number): void {
  reader.skip(tag & 7, tag >>> 3);
}

/** @throws Error for a value that the format can't hold, such as `undefined`. */
export function writeStruct(writer: BinaryWriter, values: Properties): void {
  for (const [key, value] of Object.entries(values)) {
    writer.uint32(tags.entry).fork().uint32(tags.key).string(key).uint32(tags.value).fork();
    writeValue(writer, value);
    writer.join().join();
  }
}

function writeValue(writer: BinaryWriter, value: unknown): void {
  if (value === null) writer.uint32(tags.null).int32(0);
  else if (typeof value === "number") writer.uint32(tags.number).double(value);
  else if (typeof value === "string") writer.uint32(tags.string).string(value);
  else if (typeof value === "boolean") writer.uint32(tags.bool).bool(value);
  else if (Array.isArray(value)) {
    writer.uint32(tags.list).fork();
    for (const item of value) {
      writer.uint32(tags.item).fork();
      writeValue(writer, item);
      writer.join();
    }
    writer.join();
  } else if (typeof value === "object") {
    writer.uint32(tags.struct).fork();
    writeStruct(writer, value as Properties);
    writer.join();
  } else throw new Error(`A property can't be of the type ${typeof value}.`);
}
