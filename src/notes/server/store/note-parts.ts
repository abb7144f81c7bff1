import { changeOf, keys } from '../../../platform/server/store/keys.ts';
import type { LuaPart } from '../../../platform/server/store/script-text.ts';

/** Whether anyone who has the address may read a decoded note, as isPublished says in the model. */
export const isPublished: LuaPart = {
  body: `
    local function isPublished(note)
      return not note.deletedAt and not note.hidden and (note.visibility == 'public' or note.visibility == 'unlisted')
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
