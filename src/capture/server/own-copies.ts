import { readNote } from '../../notes/server/notes.ts';
import { addStored } from '../../people/server/storage.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { taskOf } from '../../platform/server/own-call.ts';
import { renewCopy } from './captures.ts';

/**
 * Answers the site's own call for a copy of one note's page (`askForCopy`): whether readers see the note differently since.
 * Any other call is refused.
 */
export async function copyOnOwnCall(request: Request): Promise<Response> {
  const now = new Date();
  const [, uuid] = /^copy:(.+)$/.exec((await taskOf(request, now)) ?? '') ?? [];
  const note = uuid === undefined ? undefined : await readNote(database(), uuid);
  if (!note || 'deletedAt' in note) return new Response('Not Found\n', { status: 404 });
  const { authorId } = note;
  const renewed = await renewCopy(database(), note, authorId, { now, siteUrl: environment().SITE_URL });
  if (renewed.ok) await addStored(authorId, renewed.grown, now);
  return Response.json({ shown: renewed.ok && renewed.revision !== null });
}
