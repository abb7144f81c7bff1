import type * as z from 'zod';
import { wellFormed } from '../store/stored.ts';
import { HttpError, type FieldError } from './problem.ts';

const expectations: Record<string, string> = {
  string: 'Send text here.',
  number: 'Send a number here.',
  int: 'Send a whole number here.',
  boolean: 'Send true or false here.',
  array: 'Send a list here.',
  object: 'Send a JSON object here.',
  record: 'Send a JSON object here.',
};

const required = 'This field is required.';
const oneOf = (values: readonly unknown[]) => `Send one of: ${values.join(', ')}.`;
const formats: Record<string, string> = {
  uuid: 'Send an id (a UUID) here.',
  datetime: 'Send a time like 2026-05-17T08:00:00Z here.',
};

/** Messages for schemas that have none of their own. For `safeParse(input, { error: plainMessage })`. */
function plainMessage(issue: z.core.$ZodRawIssue): string | undefined {
  if (issue.code === 'invalid_type' || issue.code === 'invalid_value') {
    if (issue.input === undefined) return required;
    return issue.code === 'invalid_type' ? expectations[issue.expected] : oneOf(issue.values);
  }
  if (issue.code === 'invalid_union' && typeof issue.discriminator === 'string') {
    const { [issue.discriminator]: sent } = issue.input as Record<string, unknown>;
    return sent === undefined ? required : oneOf(Array.isArray(issue.options) ? issue.options : []);
  }
  if (issue.code === 'invalid_format') return formats[issue.format];
  if (issue.code === 'too_big') return `Send at most ${issue.maximum}.`;
  if (issue.code === 'too_small') return `Send at least ${issue.minimum}.`;
  return undefined;
}

/** The maximum number of errors in an answer: 64 KB of wrong fields led to an answer of 4 MB. */
const maxErrors = 100;

/** The first failed checks of an input, one entry for each field and message. */
function fieldErrors(error: z.ZodError): FieldError[] {
  const found = error.issues.slice(0, maxErrors).flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? issue.keys.slice(0, maxErrors).map((key) => ({
          path: pathOf([...issue.path, key]),
          message: 'This field is not known. Remove it.',
        }))
      : [{ path: pathOf(issue.path), message: issue.message }],
  );
  return found.slice(0, maxErrors);
}

function pathOf(path: PropertyKey[]): string {
  return path.map(String).join('.');
}

/**
 * The JSON body of a request, validated and normalised by its schema. `maxBytes` bounds the body as sent. Throws HttpError
 * 415 (its type is not JSON), 413 (too large) or 400 (malformed, or invalid by the schema, field by field).
 */
export async function readJson<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
  maxBytes: number,
): Promise<z.output<Schema>> {
  return jsonOf(await readJsonBytes(request, maxBytes), schema);
}

/** The same in two steps, for bodies so large that they wait for their turn as bytes. */
export async function readJsonBytes(request: Request, maxBytes: number): Promise<Uint8Array> {
  requireJsonType(request);
  return readBytes(request, maxBytes);
}

export function jsonOf<Schema extends z.ZodType>(bytes: Uint8Array, schema: Schema): z.output<Schema> {
  requireFlat(bytes);
  return checked(parsed(decoded(bytes)), schema);
}

/** `input` as parsed by the schema, or HttpError 400 naming every field to correct. */
export function checked<Schema extends z.ZodType>(input: unknown, schema: Schema): z.output<Schema> {
  const result = schema.safeParse(input, { error: plainMessage });
  if (result.success) return result.data;
  const errors = fieldErrors(result.error);
  const fields = [...new Set(errors.map((error) => error.path))].filter(Boolean);
  const detail = fields.length ? `Correct and send again: ${fields.join(', ')}.` : 'Send a JSON object.';
  throw new HttpError(400, 'Bad Request', detail, { errors });
}

/** No call needs more values, or lists and objects nested deeper than this. */
const max = { depth: 64, values: 60_000 };

/** Counts brackets and commas before parsing. Throws HttpError 400 or 413. */
function requireFlat(bytes: Uint8Array): void {
  let [depth, values] = [0, 0];
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at];
    if (byte === quote) {
      for (at += 1; at < bytes.length && bytes[at] !== quote; at += 1) if (bytes[at] === backslash) at += 1;
    } else if (byte === 0x5b || byte === 0x7b) {
      depth += 1;
      values += 1;
      if (depth <= max.depth) continue;
      throw new HttpError(400, 'Bad Request', `The body nests lists and objects more than ${max.depth} deep.`);
    } else if (byte === 0x5d || byte === 0x7d) depth -= 1;
    else if (byte === 0x2c) values += 1;
    if (values > max.values) {
      throw new HttpError(413, 'Content Too Large', `Send at most ${max.values} values at once.`);
    }
  }
}
const [quote, backslash] = [0x22, 0x5c];

function requireJsonType(request: Request): void {
  const type = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase();
  if (type === 'application/json') return;
  throw new HttpError(415, 'Unsupported Media Type', 'Send JSON, with the header Content-Type: application/json.', {
    headers: { Accept: 'application/json' },
  });
}

/** The body, of at most `maxBytes`. Throws HttpError 413. */
async function readBytes(request: Request, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> {
  const tooLarge = new HttpError(413, 'Content Too Large', `Send at most ${Math.floor(maxBytes / 1024)} KB at once.`);
  if (Number(request.headers.get('Content-Length')) > maxBytes) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body ?? []) {
    size += chunk.byteLength;
    if (size > maxBytes) throw tooLarge;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new HttpError(400, 'Bad Request', 'The body is not UTF-8 text. Send JSON in UTF-8.');
  }
}

function parsed(text: string): unknown {
  try {
    // In UTF-8, half of a surrogate pair can only be written as an escape. The store's scripts and every XML reader refuse it.
    return JSON.parse(text, /\\ud[89a-f]/i.test(text) ? wellFormed : undefined);
  } catch (error) {
    throw new HttpError(400, 'Bad Request', `The body is not valid JSON: ${whereBroken(error, text)}`);
  }
}

function whereBroken(error: unknown, text: string): string {
  const message = error instanceof Error ? error.message : '';
  const place = / at position \d+ \(line (\d+) column (\d+)\)$/.exec(message);
  if (place) return `${message.slice(0, place.index)} at line ${place[1]}, column ${place[2]}.`;
  if (text.trim() === '') return 'it is empty.';
  const lines = text.split('\n');
  if (/end of (JSON )?input/.test(message))
    return `it ends too early, at line ${lines.length}, column ${(lines.at(-1) ?? '').length + 1}.`;
  return `${message}.`;
}
