import { changeOf, keys } from '../../../platform/server/store/keys.ts';
import type { LuaPart } from '../../../platform/server/store/script.ts';
import { z } from 'zod';
import { DeletedNote, Note } from '../../model/note.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

/** What is stored under a note's key: the note, or what stays of a deleted one. */
export const StoredNote = jsonOf(z.union([Note, DeletedNote]));

export const StoredLiveNote = jsonOf(Note);
/** Whatever a person was once called, they are shown under a name that hides nothing. */

/** Whether anyone who has the address may read a decoded note, as isPublished says in the model. */
export const isPublished: LuaPart = {
  body: `
    local function isPublished(note)
      return not note.deletedAt and not note.hidden and (note.visibility == 'public' or note.visibility == 'unlisted')
    end
  `,
};

/** Whether everyone finds a decoded note, as isPublic says in the model. */
export const isPublic: LuaPart = {
  body: `
    local function isPublic(note)
      return not note.deletedAt and not note.hidden and note.visibility == 'public'
    end
  `,
};

/**
 * Writes the change log's entry of a note that anyone may read, and gives the head revision, or false for a note that
 * only its author reads.
 */
export const raise: LuaPart = {
  uses: [isPublished],
  fixed: { head: keys.head, changes: keys.changes },
  body: `
    local function raise(note)
      if not isPublished(note) then return false end
      local revision = redis.call('INCR', head)
      redis.call('ZADD', changes, revision, '${changeOf.note('')}' .. note.uuid)
      return revision
    end
  `,
};

/** For so long a call with an idempotency key may be sent again. */
const sentSeconds = 24 * 60 * 60;

/**
 * What a call with an idempotency key wrote is remembered under that key, with a digest of what the call said (empty:
 * the call has no key). `sentBefore` gives the reply of a script to a call that comes again, or nothing.
 */
export const sentOnce: LuaPart = {
  body: `
    local function sentBefore(sent, said, prefix)
      local known = said ~= '' and redis.call('GET', sent)
      if not known then return nil end
      local id, words = string.match(known, '^(%S+) (.*)$')
      local json = redis.call('GET', prefix .. id)
      if not json or type(cjson.decode(json).deletedAt) == 'string' then return nil end
      return { 'repeated', json, words == said and 1 or 0 }
    end
    local function rememberSent(sent, said, id)
      if said ~= '' then redis.call('SET', sent, id .. ' ' .. said, 'EX', ${sentSeconds}) end
    end
  `,
};
