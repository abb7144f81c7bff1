import { cutTo } from '../../platform/model/text/plain-text.ts';
import type { ImportedValue } from '../../notes/model/details.ts';
import { ImportHighlight, type ImportEntry } from '../model/import-item.ts';

/** Fields nested deeper become one value, as JSON. */
const deepest = 3;

/**
 * Every field of an item that its reader does not place elsewhere, under its name in the file; a nested one as `outer.inner`.
 * Empty fields are left out. Undefined if none is left.
 */
export function importedFrom(
  fields: Readonly<Record<string, unknown>>,
  placed: readonly string[],
): Record<string, ImportedValue> | undefined {
  const known = new Set(placed);
  const entries = Object.entries(fields).flatMap(([name, value]) => (known.has(name) ? [] : fieldsOf(name, value, 1)));
  return entries.length > 0 ? Object.fromEntries(entries) : undefined;
}

function fieldsOf(name: string, value: unknown, depth: number): [string, ImportedValue][] {
  if (typeof value === 'string') return value.trim() === '' ? [] : [[name, value]];
  if (typeof value === 'number' || typeof value === 'boolean') return [[name, value]];
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) {
    const texts = value.flatMap((each) => asText(each));
    return texts.length > 0 ? [[name, texts]] : [];
  }
  if (depth === deepest) return asText(value).map((text) => [name, text]);
  return Object.entries(value).flatMap(([inner, each]) => fieldsOf(`${name}.${inner}`, each, depth + 1));
}

function asText(value: unknown): string[] {
  const text = typeof value === 'string' ? value.trim() : JSON.stringify(value ?? null);
  return ['', 'null', '{}', '[]'].includes(text) ? [] : [text];
}

/** A highlight with its place in the file, or the reason why it is invalid. Undefined fields are left out. */
export function highlightEntry(place: string, fields: Record<string, unknown>): ImportEntry {
  const known = Object.entries(fields).filter(([, value]) => value !== undefined);
  const parsed = ImportHighlight.safeParse(Object.fromEntries(known));
  if (parsed.success) return { place, highlight: parsed.data };
  const [issue] = parsed.error.issues;
  const title = typeof fields['title'] === 'string' ? cutTo(fields['title'], 300) : '';
  const what = issue?.path[0] === 'quote' || issue?.path[0] === 'comment' ? issue.message : undefined;
  return {
    place,
    title,
    why: what ?? `This isn’t a valid highlight: there’s a mistake in its ${String(issue?.path[0] ?? 'form')}.`,
  };
}

const earliest = Date.parse('1990-01-01');
/** Enough for a date with the names of its day, month and zone. In characters. */
const longestMoment = 100;

/**
 * The time that a program wrote: seconds, milliseconds or microseconds since 1970, or a written date, read as UTC if it names
 * no zone. Returns ISO 8601 in UTC; undefined for anything else, and for dates before the web or in the future.
 */
export function parseDate(written: unknown, now = Date.now()): string | undefined {
  if (typeof written === 'object' && written !== null) return parseDate(momentIn(written), now);
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const text = String(written).trim();
  if (text.length > longestMoment || !/\d{4}/.test(text)) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? inMilliseconds(Number(text)) : ofDay(isoLike(text));
  if (Number.isNaN(ms) || ms < earliest || ms > now + 24 * 3_600_000) return undefined;
  return new Date(Math.min(ms, now)).toISOString();
}

/** Parses a written date. `Date.parse` alone would read February 30 as March 1. */
function ofDay(written: string): number {
  const [, day] = /^\d{4}-\d{2}-(\d{2})/.exec(written) ?? [];
  const isDay =
    day === undefined || new Date(Date.parse(`${written.slice(0, 10)}T00:00Z`)).getUTCDate() === Number(day);
  return isDay ? Date.parse(written) : Number.NaN;
}

/** Whether it is ambiguous if the day or the month comes first. Such a date is read with the month first. */
export function isAmbiguousDate(written: unknown): boolean {
  const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!.*[ap]\.?m\b)/is.exec(String(written).trim()) ?? [];
  return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12;
}

/** Whether this is one of the ways in which programs write “no date”. */
export function isEmptyDate(written: unknown): boolean {
  if (typeof written === 'object') return written === null;
  if (typeof written !== 'string' && typeof written !== 'number') return true;
  return /^(-?[01]|null|none|never|n\/a|0{4}-0{2}-0{2}\b.*|(1970-01-01|0001-01-01)\b.*|)$/i.test(
    String(written).trim(),
  );
}

function inMilliseconds(number: number): number {
  if (number < 1e11) return Math.floor(number) * 1000;
  return Math.floor(number < 1e14 ? number : number / 1000);
}

/** The time in an object as PHP, MongoDB and Firestore write it. PHP's named zones are not supported. */
function momentIn(written: object): unknown {
  const object = written as Record<string, unknown>;
  const { date, timezone = 'UTC', $date, $numberLong, seconds, _seconds } = object;
  const isUtc = timezone === 'UTC' || timezone === 'Z' || timezone === '+00:00';
  return (isUtc ? date : undefined) ?? $date ?? $numberLong ?? seconds ?? _seconds;
}

/** A zone at the end, or after a time of day, since Twitter and Unix put the year after the zone. */
const zone =
  /(?:Z|UTC|GMT|[A-Z]{2,4}T)(?: *\([^()]*\))?$|:\d{2}(?:\.\d+)? *(?:[AP]M *)?(?:Z|UTC|GMT|[A-Z]{2,4}T|[+-]\d{2})/;

/** Puts the month first: a number above 12 is a day, and dates with dots have the day first. */
function monthFirst(text: string): string {
  return text
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, '$2/$1/$3')
    .replace(/^(\d{1,2})\/([A-Z][a-z]{2})\/(\d{4}):(?=\d{2}:)/, '$1 $2 $3 ')
    .replace(/^(1[3-9]|[23]\d)([/-])(\d{1,2})\2(\d{4})(?!\d)/, '$3/$1/$4');
}

/** Rewrites forms that engines read differently or not at all, such as `2016-09-08T11:55:58+0200` and `March 4th 2024`. */
function isoLike(text: string): string {
  const like = monthFirst(text)
    .replace(/^(\d{4}-\d{2}-\d{2}[ T]\d{1,2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(?:UTC|GMT)$/, '$1Z')
    .replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2')
    .replace(/(:\d{2}(?:\.\d+)?) ?([+-]\d{2}):?(\d{2})$/, '$1$2:$3')
    .replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)$/, '$1Z');
  if (/^\d{4}-/.test(like)) return like;
  const written = like.replace(/(\d)(?:st|nd|rd|th)\b/i, '$1');
  return zone.test(written) ? written : `${written} UTC`;
}

/** Splits a list of tags as programs write it: `a,b`, or with another separator. */
export function splitTags(text: string | undefined, separator: string | RegExp = ','): string[] {
  return (text ?? '')
    .split(separator)
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** Splits a list as Python or JSON writes it: `['a', "it's"]`. A quotation mark counts only where an element begins. */
export function listedTags(text: string | undefined): string[] {
  const inner = (text ?? '').trim().replace(/^\[|\]$/g, '');
  // All the tags of a note are far shorter. Beyond that, unclosed quotation marks would take quadratic time.
  if (inner.length > 5000) return splitTags(inner);
  const elements = inner.matchAll(
    /\s*(?:'((?:[^'\\]|\\.)*)'(?=\s*(?:,|$))|"((?:[^"\\]|\\.)*)"(?=\s*(?:,|$))|([^,]*))\s*(?:,|$)/gy,
  );
  return Array.from(elements, ([, single, double, plain]) =>
    (plain ?? (single ?? double ?? '').replace(/\\(.)/g, '$1')).trim(),
  ).filter(Boolean);
}

/** How many of a note's files its line of the report names. */
const namedFiles = 10;

/** The longest path of a file in a line of the report. A longer one is shortened to the file's name. In characters. */
const longestPath = 51;

function shortPath(path: string): string {
  return path.length <= longestPath ? path : `…/${(path.split('/').at(-1) ?? path).slice(2 - longestPath)}`;
}

/** The attached files that a note's import leaves out, as its line of the report names them. */
export function attachmentsLeftOut(names: readonly string[]): string[] {
  const more = names.length - namedFiles;
  const named = names.slice(0, namedFiles).map((name) => `the file ${shortPath(name)}`);
  return more > 0 ? [...named, `${more} more files`] : named;
}

/** Makes the names of fields unique: the second `name` becomes `name 2`. */
export function numbered<Value>(fields: Iterable<readonly [name: string, value: Value]>): [string, Value][] {
  const times = new Map<string, number>();
  return Array.from(fields, ([name, value]) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return [time === 1 ? name : `${name} ${time}`, value];
  });
}
