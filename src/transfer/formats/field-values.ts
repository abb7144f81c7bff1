import { cutTo } from '../../platform/model/text/plain-text.ts';
import type { ImportedValue } from '../../notes/model/details.ts';
import { ImportHighlight, type ImportEntry } from '../model/import-item.ts';

/** Deeper fields are told as JSON in one value. */
const deepest = 3;

/**
 * Every field of an item that its reader has no other place for, under the name that it has in the file; one within
 * another as `outer.inner`. Empty ones say nothing and are left out. Undefined where nothing is left.
 */
export function importedFrom(
  fields: Readonly<Record<string, unknown>>,
  placed: readonly string[],
): Record<string, ImportedValue> | undefined {
  const known = new Set(placed);
  const told = Object.entries(fields).flatMap(([name, value]) => (known.has(name) ? [] : fieldsOf(name, value, 1)));
  return told.length > 0 ? Object.fromEntries(told) : undefined;
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

/** A highlight at its place, or why it is none. What a file does not tell of it is left out. */
export function foundHighlight(place: string, told: Record<string, unknown>): ImportEntry {
  const known = Object.entries(told).filter(([, value]) => value !== undefined);
  const parsed = ImportHighlight.safeParse(Object.fromEntries(known));
  if (parsed.success) return { place, highlight: parsed.data };
  const [issue] = parsed.error.issues;
  const title = typeof told['title'] === 'string' ? cutTo(told['title'], 300) : '';
  const what = issue?.path[0] === 'quote' || issue?.path[0] === 'comment' ? issue.message : undefined;
  return {
    place,
    title,
    why: what ?? `This isn’t a valid highlight: there’s a mistake in its ${String(issue?.path[0] ?? 'form')}.`,
  };
}

const earliest = Date.parse('1990-01-01');
/** With the names of a day, a month and a zone. In characters. */
const longestMoment = 100;

/**
 * The moment that a program wrote: seconds, milliseconds or microseconds since 1970, or a written date, which is taken
 * for UTC where it names no zone. ISO 8601 in UTC; undefined for what is none, or lies before the web or in the future.
 */
export function moment(written: unknown, now = Date.now()): string | undefined {
  if (typeof written === 'object' && written !== null) return moment(momentIn(written), now);
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const text = String(written).trim();
  if (text.length > longestMoment || !/\d{4}/.test(text)) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? inMilliseconds(Number(text)) : ofDay(isoLike(text));
  if (Number.isNaN(ms) || ms < earliest || ms > now + 24 * 3_600_000) return undefined;
  return new Date(Math.min(ms, now)).toISOString();
}

/** Engines take February 30 for March 1. */
function ofDay(written: string): number {
  const [, day] = /^\d{4}-\d{2}-(\d{2})/.exec(written) ?? [];
  const isDay =
    day === undefined || new Date(Date.parse(`${written.slice(0, 10)}T00:00Z`)).getUTCDate() === Number(day);
  return isDay ? Date.parse(written) : Number.NaN;
}

/** Whether a date may have its day or its month first: it is read with the month first. */
export function isEitherWay(written: unknown): boolean {
  const [, first, second] = /^(\d{1,2})[/-](\d{1,2})[/-]\d{4}(?!.*[ap]\.?m\b)/is.exec(String(written).trim()) ?? [];
  return first !== undefined && first !== second && Number(first) <= 12 && Number(second) <= 12;
}

/** How programs write that there is no date. */
export function isNoMoment(written: unknown): boolean {
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

/** The objects that PHP, MongoDB and Firestore write for a moment. A zone that PHP knows by its name is not read. */
function momentIn(written: object): unknown {
  const told = written as Record<string, unknown>;
  const { date, timezone = 'UTC', $date, $numberLong, seconds, _seconds } = told;
  const isUtc = timezone === 'UTC' || timezone === 'Z' || timezone === '+00:00';
  return (isUtc ? date : undefined) ?? $date ?? $numberLong ?? seconds ?? _seconds;
}

/** A zone at the end, or behind a time of day, where Twitter and Unix have the year after it. */
const zone =
  /(?:Z|UTC|GMT|[A-Z]{2,4}T)(?: *\([^()]*\))?$|:\d{2}(?:\.\d+)? *(?:[AP]M *)?(?:Z|UTC|GMT|[A-Z]{2,4}T|[+-]\d{2})/;

/** A number above 12 is no month, and between points the day stands first. */
function monthFirst(text: string): string {
  return text
    .replace(/^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/, '$2/$1/$3')
    .replace(/^(\d{1,2})\/([A-Z][a-z]{2})\/(\d{4}):(?=\d{2}:)/, '$1 $2 $3 ')
    .replace(/^(1[3-9]|[23]\d)([/-])(\d{1,2})\2(\d{4})(?!\d)/, '$3/$1/$4');
}

/** `2016-09-08T11:55:58+0200`, `2024-01-02 03:04:05 +01:00` and `March 4th 2024` are not what every engine reads, or reads alike. */
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

/** Lists of tags as programs write them: `a,b`, or separated by another sign. */
export function splitTags(text: string | undefined, separator: string | RegExp = ','): string[] {
  return (text ?? '')
    .split(separator)
    .map((tag) => tag.trim())
    .filter(Boolean);
}

/** The texts of a list as Python or JSON writes it: `['a', "it's"]`; separated by commas where there are no quotes. */
export function listedTags(text: string | undefined): string[] {
  // A list of all the tags that a note can have is far shorter; an open quotation mark is looked for from each place.
  const inner = (text ?? '')
    .slice(0, 5000)
    .trim()
    .replace(/^\[|\]$/g, '');
  const quoted = [...inner.matchAll(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"/g)];
  if (quoted.length === 0) return splitTags(inner);
  return quoted.map(([, single, double]) => (single ?? double ?? '').replace(/\\(.)/g, '$1').trim()).filter(Boolean);
}

/** How many files of a note are named in its line of the report. */
const namedFiles = 10;

/** The whole way to a file, or its name where a line of the report has no room for that. In characters. */
const longestWay = 51;

function shortWay(way: string): string {
  return way.length <= longestWay ? way : `…/${(way.split('/').at(-1) ?? way).slice(2 - longestWay)}`;
}

/** The files that hang on a note and stay behind, as its line of the report names them. */
export function filesAside(names: readonly string[]): string[] {
  const more = names.length - namedFiles;
  const named = names.slice(0, namedFiles).map((name) => `the file ${shortWay(name)}`);
  return more > 0 ? [...named, `${more} more files`] : named;
}

/** The same fields, each of which has a name of its own: the second `name` is `name 2`. */
export function numbered<Value>(fields: Iterable<readonly [name: string, value: Value]>): [string, Value][] {
  const times = new Map<string, number>();
  return Array.from(fields, ([name, value]) => {
    const time = (times.get(name) ?? 0) + 1;
    times.set(name, time);
    return [time === 1 ? name : `${name} ${time}`, value];
  });
}
