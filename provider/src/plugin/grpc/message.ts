import { BinaryReader, BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import type { Properties } from "../../core/values";
import { readStruct, writeStruct } from "./struct";

/** A field of a message: how its value is written and read. */
export interface Field<Value> {
  /** The number and the wire type, as they stand before each value. */
  readonly tag: number;
  /** The value in a message without the field. */
  initial(): Value;
  /** @param before the value so far: a list or a map takes one item from each occurrence. */
  read(reader: BinaryReader, before: Value): Value;
  /** Writes nothing where the value is that of a message without the field. */
  write(writer: BinaryWriter, value: Value): void;
}

// biome-ignore lint/suspicious/noExplicitAny: a list of fields has one of each type.
type Fields = Readonly<Record<string, Field<any>>>;

type ValuesOf<F extends Fields> = { readonly [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };

/** A type of message of Protocol Buffers. */
export interface Message<Values> {
  /** @throws Error for a value that the format can't hold. */
  encode(values: Partial<Values>): Uint8Array;
  /**
   * Fields that aren't declared are skipped.
   *
   * @throws RangeError when the message ends too early.
   */
  decode(bytes: Uint8Array): Values;
  readonly read: (reader: BinaryReader, length: number) => Values;
  readonly write: (writer: BinaryWriter, values: Partial<Values>) => void;
}

/** The values of a message. */
export type Of<M> = M extends Message<infer Values> ? Values : never;

/**
 * Declares a type of message by its fields.
 *
 * @example
 * const failure = message({ property: text(1), reason: text(2) });
 * failure.decode(failure.encode({ reason: "too long" })); // { property: "", reason: "too long" }
 */
export function message<F extends Fields>(fields: F): Message<ValuesOf<F>> {
  type Values = ValuesOf<F>;
  const all = Object.entries(fields);
  const byTag = new Map(all.map(([name, field]) => [field.tag, { name, field }]));

  const read = (reader: BinaryReader, length: number): Values => {
    const end = reader.pos + length;
    const values: Record<string, unknown> = {};
    for (const [name, field] of all) values[name] = field.initial();
    while (reader.pos < end) {
      const tag = reader.uint32();
      const known = byTag.get(tag);
      if (known === undefined) reader.skip(tag & 7, tag >>> 3);
      else values[known.name] = known.field.read(reader, values[known.name]);
    }
    return values as Values;
  };
  const write = (writer: BinaryWriter, values: Partial<Values>): void => {
    for (const [name, field] of all) if (values[name] !== undefined) field.write(writer, values[name]);
  };
  return {
    read,
    write,
    encode(values) {
      const writer = new BinaryWriter();
      write(writer, values);
      return writer.finish();
    },
    decode: (bytes) => read(new BinaryReader(bytes, textOf), bytes.length),
  };
}

/** Faster than a `TextDecoder`, which would also drop a byte order mark. */
function textOf(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("utf8");
}

const varint = (number: number) => (number << 3) | WireType.Varint;
const delimited = (number: number) => (number << 3) | WireType.LengthDelimited;

/** A `string`. */
export const text = (number: number): Field<string> => ({
  tag: delimited(number),
  initial: () => "",
  read: (reader) => reader.string(),
  write(writer, value) {
    if (value !== "") writer.uint32(this.tag).string(value);
  },
});

/** A `bytes`; or a message that is passed on as it is, with fields that aren't known here. */
export const bytes = (number: number): Field<Uint8Array> => ({
  tag: delimited(number),
  initial: () => new Uint8Array(),
  read: (reader) => reader.bytes(),
  write(writer, value) {
    writer.uint32(this.tag).bytes(value);
  },
});

/** A `bool`. */
export const flag = (number: number): Field<boolean> => ({
  tag: varint(number),
  initial: () => false,
  read: (reader) => reader.bool(),
  write(writer, value) {
    if (value) writer.uint32(this.tag).bool(value);
  },
});

/** An `optional bool`: false isn't the same as no value. */
export const optionalFlag = (number: number): Field<boolean | undefined> => ({
  tag: varint(number),
  initial: () => undefined,
  read: (reader) => reader.bool(),
  write(writer, value) {
    if (value !== undefined) writer.uint32(this.tag).bool(value);
  },
});

/** An `int32` or an `enum`. */
export const integer = (number: number): Field<number> => ({
  tag: varint(number),
  initial: () => 0,
  read: (reader) => reader.int32(),
  write(writer, value) {
    if (value !== 0) writer.uint32(this.tag).int32(value);
  },
});

/** An `int64`, of numbers that JavaScript has exactly. */
export const longInteger = (number: number): Field<number> => ({
  tag: varint(number),
  initial: () => 0,
  read: (reader) => Number(reader.int64()),
  write(writer, value) {
    if (value !== 0) writer.uint32(this.tag).int64(value);
  },
});

/** Another message; undefined where there is none. */
export const nested = <Values>(number: number, type: Message<Values>): Field<Partial<Values> | undefined> => ({
  tag: delimited(number),
  initial: () => undefined,
  read: (reader) => type.read(reader, reader.uint32()),
  write(writer, value) {
    if (value === undefined) return;
    writer.uint32(this.tag).fork();
    type.write(writer, value);
    writer.join();
  },
});

/** A `google.protobuf.Struct`, as plain data; undefined where there is none. */
export const struct = (number: number): Field<Properties | undefined> => ({
  tag: delimited(number),
  initial: () => undefined,
  read: (reader) => readStruct(reader, reader.uint32()),
  write(writer, value) {
    if (value === undefined) return;
    writer.uint32(this.tag).fork();
    writeStruct(writer, value);
    writer.join();
  },
});

/** A `repeated` field. */
export const list = <Value>(
  number: number,
  item: (number: number) => Field<Value>,
): Field<readonly NonNullable<Value>[]> => {
  const one = item(number);
  return {
    tag: one.tag,
    initial: () => [],
    read(reader, before) {
      (before as unknown[]).push(one.read(reader, one.initial()));
      return before;
    },
    write(writer, values) {
      for (const value of values) {
        // It stands there even if its value is that of a message without the field.
        if (value === "") writer.uint32(one.tag).string("");
        else one.write(writer, value);
      }
    },
  };
};

/** A `map` whose keys are texts. */
export const map = <Value>(
  number: number,
  value: (number: number) => Field<Value>,
): Field<ReadonlyMap<string, NonNullable<Value>>> => {
  const entry = message({ key: text(1), value: value(2) });
  return {
    tag: delimited(number),
    initial: () => new Map(),
    read(reader, before) {
      const { key, value } = entry.read(reader, reader.uint32());
      (before as Map<string, unknown>).set(key, value);
      return before;
    },
    write(writer, values) {
      for (const [key, value] of values) {
        writer.uint32(this.tag).fork();
        entry.write(writer, { key, value } as Partial<Of<typeof entry>>);
        writer.join();
      }
    },
  };
};
