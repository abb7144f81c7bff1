import { failureOf, personHeader, unanswered, type Failure } from '../../platform/browser/api.ts';
import type { chosenFormats } from '../../transfer/model/export.ts';
import { download } from '../../platform/browser/download.ts';

/** The file formats for chosen notes: a book for e-readers, or one of the export formats. */
export type ChosenFormat = 'epub' | (typeof chosenFormats)[number];

/** Requests a file of chosen notes and downloads it. Returns the failure, if any. */
export async function saveChosen(
  ids: readonly string[],
  format: ChosenFormat,
  title: string,
): Promise<Failure | undefined> {
  const [path, body] = format === 'epub' ? ['/api/books', { ids, title }] : (['/api/export', { ids, format }] as const);
  const answer = await fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...personHeader() },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (!answer) return unanswered;
  if (!answer.ok) return failureOf(answer, await answer.json().catch(() => undefined));
  const named = /filename="([^"]+)"/.exec(answer.headers.get('Content-Disposition') ?? '')?.[1];
  download(await answer.blob(), format === 'epub' ? `${title}.epub` : (named ?? 'notes'));
  return undefined;
}
