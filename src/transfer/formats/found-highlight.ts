import { ImportHighlight } from '../model/import-item.ts';
import type { Found } from './file.ts';

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
