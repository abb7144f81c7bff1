import * as z from 'zod';
import { isPublic } from '../../model/note-access.ts';
import { picturesIn } from '../../../pictures/model/addresses.ts';
import { holding } from '../../../pictures/server/store/pictures.ts';
import { mentionsIn, titleKey } from '../../model/markdown.ts';
import type { DeletedNote, Note } from '../../model/note.ts';
import { keys } from '../../../platform/server/store/keys.ts';
import { writeScript, luaFunction, luaKey } from '../../../platform/server/store/script.ts';
import { toStored } from '../../../platform/server/store/stored.ts';
import { recordChange, idempotentCall, StoredLiveNote, sameDigest } from './note-parts.ts';
import {
  checkBelongings,
  forgetNote,
  keepRevision,
  keepTitle,
  listComments,
  moveCopy,
  putIntoBin,
  takeFromBin,
} from './note-belongings.ts';
import { librariesChanged } from './library-changes.ts';
import { indexNote, rankNote } from './note-indexes.ts';

/**
 * Writes a note, for every kind of write: create, replace, delete and restore differ only in what they expect and leave.
 * Everything that can fail does so before the first write.
 *
 * Returns `written` and the new head revision or false, or the reason for writing nothing (`stale` with the stored JSON;
 * `repeated` with the JSON of the note that was written before with the same key, and 1 if that call had the same
 * content).
 */
export const noteWriting = luaFunction('writeNote', {
  uses: [
    idempotentCall,
    indexNote,
    rankNote,
    listComments,
    recordChange,
    moveCopy,
    keepRevision,
    keepTitle,
    putIntoBin,
    takeFromBin,
    forgetNote,
    checkBelongings,
    librariesChanged,
    holding,
  ],
  args: ['json', 'expected', 'sent', 'bodyDigest'],
  fixed: { changes: keys.changes },
  body: `
    local repeated = repeatedCall(sent, bodyDigest, '${keys.note('')}')
    if repeated then return repeated end
    local note = cjson.decode(json)
    local uuid, key = note.uuid, ${luaKey(keys.note, 'note.uuid')}
    local stored = redis.call('GET', key)
    local old = stored and cjson.decode(stored)
    local comesBack = expected == 'binned'
    if old and expected == 'none' then return { 'exists' } end
    if not old and expected ~= 'none' then return { 'missing' } end
    if old then
      if old.deletedAt and not (comesBack and old.binned) then return { 'deleted' } end
      if old.authorId ~= note.authorId then return { 'foreign' } end
      if comesBack and not old.deletedAt then return { 'stale', stored } end
      if comesBack and old.rev ~= note.rev + 1 then return { 'deleted' } end
      if not comesBack and expected ~= 'any' and old.rev ~= tonumber(expected) then return { 'stale', stored } end
    end
    local left, taken = movesOf(old, note)
    local was, is = old and isPublic(old) or false, isPublic(note)
    local isRankedAnew = was ~= is or is and old.publishedAt ~= note.publishedAt
    for what in pairs(rankings) do
      if isRankedAnew then checkRanking(what, uuid) end
    end
    checkBelongings(note)
    checkLibrary(note.authorId)
    redis.call('ZCARD', changes)

    if was ~= is then listComments(uuid, is) end
    local revision = recordChange(note) or old and recordChange(old)
    redis.call('SET', key, json)
    if note.shows then holdPictures(note.shows, 'note:' .. uuid) end
    librariesChanged(note)
    rememberCall(sent, bodyDigest, uuid)
    indexNote(left, taken)
    if comesBack then takeFromBin(note)
    elseif note.binned then putIntoBin(stored, note)
    elseif note.deletedAt then forgetNote(note)
    else
      moveCopy(old, note)
      if old then keepRevision(old, note) end
      if old then keepTitle(old, note) end
    end
    for what in pairs(rankings) do
      if isRankedAnew then rankNote(what, uuid) end
    end
    return { 'written', revision }
  `,
});

/** The reply of `writeNote`. */
export const NoteWritten = z.union([
  z.tuple([z.literal('written'), z.int().nullable()]),
  z.tuple([z.literal('stale'), z.string()]),
  z.tuple([z.literal('repeated'), StoredLiveNote, z.union([z.literal(0), z.literal(1)])]),
  z.tuple([z.enum(['exists', 'missing', 'deleted', 'foreign'])]),
]);
export type NoteWritten = z.infer<typeof NoteWritten>;

export const writeNote = writeScript({
  uses: [noteWriting.part],
  args: ['...write'],
  returns: NoteWritten,
  body: `return writeNote(unpack(write))`,
});

/** Writes several notes in one step, in their order; each succeeds or fails as if it were the only one. */
export const writeNotes = writeScript({
  uses: [noteWriting.part],
  args: ['...writes'],
  returns: z.array(NoteWritten),
  body: `
    local outcomes = {}
    for i = 1, #writes, 4 do outcomes[#outcomes + 1] = writeNote(unpack(writes, i, i + 3)) end
    return outcomes
  `,
});

/** Identifies a repeated call: digests of its idempotency key and of its content. */
export type Idempotency = { key: string; bodyDigest: string };

/**
 * A note as it is stored: with the names by which it is found and the pictures that its text shows, which callers never
 * see.
 */
export function storedNote(note: Note, link = sameDigest(note)): string {
  const shows = picturesIn(note.body);
  const more = { ...(link !== undefined && { link }), ...(shows.length > 0 && { shows }) };
  return toStored({ ...note, ...more, ...namesOf(note) });
}

/** The names by which a note is found: the key of its title, and what it mentions. */
export function namesOf({ title, body, authorId }: Note): { titleKey: string; mentions?: string[] } {
  const mentions = mentionsIn(body, authorId);
  return { titleKey: titleKey(title), ...(mentions.length > 0 && { mentions }) };
}

/** The arguments with which `writeNote` replaces the revision `expected` (`none`, `any`, `binned`) by `next`. */
export function noteWrite(next: Note | DeletedNote, expected: string, once?: Idempotency): string[] {
  const live = 'visibility' in next ? next : undefined;
  if (live && isPublic(live) && !live.publishedAt)
    throw new Error(`Note ${next.uuid} is public and has no publishedAt.`);
  return noteWriting.pack({
    json: live ? storedNote(live) : toStored(next),
    expected,
    sent: keys.sentNote(next.authorId, once?.key ?? ''),
    bodyDigest: once?.bodyDigest ?? '',
  });
}
