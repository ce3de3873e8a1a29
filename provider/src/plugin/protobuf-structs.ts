import type { BinaryReader, BinaryWriter } from "google-protobuf";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";

/** The reader and the writer, for any value as a message: they only pass it on to the function that reads or writes it. */
interface Reader extends Omit<BinaryReader, "readMessage"> {
  readMessage<T>(into: T, read: (into: T, reader: Reader) => void): void;
}
interface Writer extends Omit<BinaryWriter, "writeMessage"> {
  writeMessage<T>(field: number, from: T, write: (from: T, writer: Writer) => void): void;
}

/** An item of a list. An object, because the writer skips a message that is null. */
interface Item {
  value: JavaScriptValue;
}
/** A property of an object. */
interface Entry extends Item {
  key: string;
}

/**
 * Makes `google-protobuf` read structs as plain data, and write them from it. Its own code makes a message and a map of each object on the way: without
 * them, a refresh takes a sixth less CPU time. The map of a struct's fields is then empty: only `toJavaScript` and `fromJavaScript` tell its contents.
 */
export function usePlainStructs(): void {
  const contents = new WeakMap<Struct, Record<string, JavaScriptValue>>();
  const { serializeBinaryToWriter } = Struct;
  const { toJavaScript } = Struct.prototype;

  Struct.fromJavaScript = (values) => {
    const struct = new Struct();
    contents.set(struct, values);
    return struct;
  };
  Struct.prototype.toJavaScript = function (this: Struct) {
    return contents.get(this) ?? toJavaScript.call(this);
  };
  Struct.deserializeBinaryFromReader = (struct, reader) => {
    contents.set(struct, readStruct(reader as unknown as Reader));
    return struct;
  };
  Struct.serializeBinaryToWriter = (struct, writer) => {
    const values = contents.get(struct);
    if (values === undefined) serializeBinaryToWriter(struct, writer);
    else writeStruct(values, writer as unknown as Writer);
  };
}

// The numbers of fields are those of google/protobuf/struct.proto.

/** An object with its keys in order, as `google-protobuf` returns it: the engine sends them in any order, another one in each run. */
function readStruct(reader: Reader): Record<string, JavaScriptValue> {
  const entries: Entry[] = [];
  while (reader.nextField()) {
    if (reader.getFieldNumber() !== 1) {
      reader.skipField();
      continue;
    }
    const entry: Entry = { key: "", value: null };
    reader.readMessage(entry, readEntry);
    entries.push(entry);
  }
  entries.sort((a, b) => (a.key < b.key ? -1 : Number(a.key > b.key)));
  const struct: Record<string, JavaScriptValue> = {};
  for (const { key, value } of entries) {
    // By assignment, this key would change what the object inherits from.
    if (key === "__proto__") Object.defineProperty(struct, key, { value, enumerable: true, configurable: true });
    else struct[key] = value;
  }
  return struct;
}

function readEntry(into: Entry, reader: Reader): void {
  while (reader.nextField()) {
    switch (reader.getFieldNumber()) {
      case 1:
        into.key = reader.readString();
        break;
      case 2:
        reader.readMessage(into, readValue);
        break;
      default:
        reader.skipField();
    }
  }
}

function readValue(into: Item, reader: Reader): void {
  while (reader.nextField()) {
    switch (reader.getFieldNumber()) {
      case 1:
        reader.readEnum();
        into.value = null;
        break;
      case 2:
        into.value = reader.readDouble();
        break;
      case 3:
        into.value = reader.readString();
        break;
      case 4:
        into.value = reader.readBool();
        break;
      case 5:
        reader.readMessage(into, (own, inner) => {
          own.value = readStruct(inner);
        });
        break;
      case 6: {
        const list: JavaScriptValue[] = [];
        reader.readMessage(list, readList);
        into.value = list;
        break;
      }
      default:
        reader.skipField();
    }
  }
}

function readList(into: JavaScriptValue[], reader: Reader): void {
  while (reader.nextField()) {
    if (reader.getFieldNumber() !== 1) {
      reader.skipField();
      continue;
    }
    const item: Item = { value: null };
    reader.readMessage(item, readValue);
    into.push(item.value);
  }
}

function writeStruct(from: Record<string, JavaScriptValue>, writer: Writer): void {
  for (const [key, value] of Object.entries(from)) writer.writeMessage(1, { key, value }, writeEntry);
}

function writeEntry(from: Entry, writer: Writer): void {
  writer.writeString(1, from.key);
  writer.writeMessage(2, from, writeValue);
}

function writeValue({ value }: Item, writer: Writer): void {
  if (value === null) writer.writeEnum(1, 0);
  else if (typeof value === "number") writer.writeDouble(2, value);
  else if (typeof value === "string") writer.writeString(3, value);
  else if (typeof value === "boolean") writer.writeBool(4, value);
  else if (Array.isArray(value)) writer.writeMessage(6, value, writeList);
  else if (typeof value === "object") writer.writeMessage(5, value as Record<string, JavaScriptValue>, writeStruct);
  else throw new Error(`A property can't be of the type ${typeof value}.`);
}

function writeList(from: JavaScriptValue[], writer: Writer): void {
  for (const value of from) writer.writeMessage(1, { value }, writeValue);
}
