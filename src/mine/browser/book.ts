import { failureOf, unanswered, type Failure } from '../../platform/browser/api.ts';

/** Has a book for e-readers made of chosen notes, and saves it as the browser saves what is downloaded. Gives why not. */
export async function saveBook(ids: readonly string[], title: string): Promise<Failure | undefined> {
  const answer = await fetch('/api/books', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ ids, title }),
  }).catch(() => undefined);
  if (!answer) return unanswered;
  if (!answer.ok) return failureOf(answer, await answer.json().catch(() => undefined));
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await answer.blob());
  link.download = `${title}.epub`;
  link.click();
  URL.revokeObjectURL(link.href);
  return undefined;
}
