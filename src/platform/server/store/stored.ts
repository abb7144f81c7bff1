import { z } from 'zod';

/** The JSON text of a value of this schema. Fails with the schema's issues for anything else. */
export function jsonOf<Schema extends z.ZodType>(schema: Schema) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema);
}

/**
 * The JSON to store. Half of a surrogate pair, which no UTF-8 text can hold and no Lua script can decode, becomes the
 * replacement character.
 */
export function toStored(value: object): string {
  const json = JSON.stringify(value);
  // A half is escaped: what has no such escape needs no second look, which costs ten times as much. A text is searched for
  // characters several times as fast as for a pattern.
  if (!json.includes('\\ud') || !halved.test(json)) return json;
  return JSON.stringify(value, (_key, field: unknown) => (typeof field === 'string' ? field.toWellFormed() : field));
}

const halved = /\\ud[89a-f]/;
