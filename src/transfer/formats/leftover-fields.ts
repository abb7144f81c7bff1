import type { ImportedValue } from '../../notes/model/imported.ts';
import { ImportHighlight } from '../model/import-item.ts';
import type { Found } from './file.ts';

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
export function foundHighlight(place: string, told: Record<string, unknown>): Found {
  const known = Object.entries(told).filter(([, value]) => value !== undefined);
  const parsed = ImportHighlight.safeParse(Object.fromEntries(known));
  if (parsed.success) return { place, highlight: parsed.data };
  const [issue] = parsed.error.issues;
  const title = typeof told['title'] === 'string' ? told['title'].slice(0, 300) : '';
  const what = issue?.path[0] === 'quote' || issue?.path[0] === 'comment' ? issue.message : undefined;
  return { place, title, why: what ?? `This is no highlight: its ${String(issue?.path[0] ?? 'form')} has a fault.` };
}
