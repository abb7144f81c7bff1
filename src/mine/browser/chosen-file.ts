import { failureOf, fromPage, unanswered, type Failure } from '../../platform/browser/api.ts';
import type { chosenFormats } from '../../transfer/model/export.ts';

/** As what chosen notes are taken along: a book for e-readers, or a way out of the product. */
export type ChosenFormat = 'epub' | (typeof chosenFormats)[number];

/** Has a file made of chosen notes, and saves it as the browser saves what is downloaded. Gives why not. */
export async function saveChosen(
  ids: readonly string[],
  format: ChosenFormat,
  title: string,
): Promise<Failure | undefined> {
  const [path, body] = format === 'epub' ? ['/api/books', { ids, title }] : (['/api/export', { ids, format }] as const);
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...fromPage() },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!answer) return unanswered;
  if (!answer.ok) return failureOf(answer, await answer.json().catch(() => undefined));
  const named = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = format === 'epub' ? `${title}.epub` : (named ?? 'notes');
  link.click();
  URL.revokeObjectURL(link.href);
  return undefined;
}
