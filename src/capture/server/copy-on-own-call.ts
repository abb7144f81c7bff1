import { readNote } from '../../notes/server/notes.ts';
import { addStored } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { taskOf } from '../../platform/server/own-call.ts';
import { renewCopy } from './captures.ts';
import type { CopyOutcome } from './wanted-copies.ts';

/** Failures that may pass: of our own network too. Others, like a page that is gone, are what link checks are for. */
const passing: ReadonlySet<string> = new Set(['unreachable', 'slow', 'refused']);

/**
 * Answers the site's own call for a copy of one note's page (`askForCopy`), if the note has none. Any other call is refused.
 */
export async function copyOnOwnCall(request: Request): Promise<Response> {
  const now = new Date();
  const [, uuid] = /^copy:(.+)$/.exec((await taskOf(request, now)) ?? '') ?? [];
  const note = uuid === undefined ? undefined : await readNote(database(), uuid);
  if (!note || 'deletedAt' in note) return new Response('Not Found\n', { status: 404 });
  const { authorId } = note;
  const options = { now, siteUrl: environment().SITE_URL };
  const made = await renewCopy(database(), note, authorId, options, { replaces: false });
  if (made.ok) await addStored(authorId, made.grown, now);
  const isFinal = made.ok || !passing.has(made.reason);
  return Response.json({ isFinal, isShown: made.ok && made.revision !== null } satisfies CopyOutcome);
}
