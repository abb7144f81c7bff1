import { keys } from '../../../platform/server/store/keys.ts';
import { millis, raisePerson } from '../../../platform/server/store/script-parts.ts';
import { luaKey, type LuaPart } from '../../../platform/server/store/script.ts';
import { rankNote } from '../../../notes/server/store/note-indexes.ts';
import { libraryChanged } from '../../../notes/server/store/library-changes.ts';
import { raise } from '../../../notes/server/store/note-parts.ts';
import { Comment, CommentVersion } from '../../model/comment.ts';
import { jsonOf } from '../../../platform/server/store/stored.ts';

const thread = luaKey(keys.thread, 'comment.noteUuid');
const times = luaKey(keys.threadTimes, 'comment.noteUuid');
const authors = luaKey(keys.threadAuthors, 'comment.noteUuid');
const votes = luaKey(keys.threadVotes, 'comment.noteUuid');
const logged = luaKey(keys.threadChanges, 'comment.noteUuid');
const ofAuthor = luaKey(keys.authorComments, 'comment.authorId');
const shownOfAuthor = luaKey(keys.authorPublicComments, 'comment.authorId');

/**
 * `placeComment(comment)` puts a decoded comment where readers find it: in its thread's orders, among its
 * author's, and what is counted about its note; one that readers do not see is taken out. Its author's library hears of it. `logComments` notes in the change log,
 * and in the thread's, that these comments changed, where anyone may read the note, and gives what scripts reply.
 * `checkThread` fails beforehand where a key holds something else.
 */
export const threadParts: LuaPart = {
  uses: [millis, raise, raisePerson, rankNote, libraryChanged],
  fixed: { changes: keys.changes, publicNotes: keys.publicNotes },
  body: `
    local function checkThread(comment)
      local indexes = { ${[thread, times, votes, authors, logged, ofAuthor, shownOfAuthor].join(', ')}, changes, publicNotes }
      for _, index in ipairs(indexes) do redis.call('ZCARD', index) end
      redis.call('SCARD', ${luaKey(keys.voters, 'comment.id')})
      checkLibrary(comment.authorId)
      checkRanking('comments', comment.noteUuid)
    end
    local function placeComment(comment)
      local id, uuid = comment.id, comment.noteUuid
      local isShown = type(comment.deletedAt) ~= 'string' and not comment.hidden
      local createdAt = isShown and millis(comment.createdAt)
      if createdAt then
        redis.call('ZADD', ${times}, createdAt, id)
        redis.call('ZADD', ${votes}, redis.call('SCARD', ${luaKey(keys.voters, 'id')}), id)
        redis.call('ZADD', ${authors}, 0, comment.authorId .. ':' .. id)
      else
        redis.call('ZREM', ${times}, id)
        redis.call('ZREM', ${votes}, id)
        redis.call('ZREM', ${authors}, comment.authorId .. ':' .. id)
      end
      libraryChanged(comment.authorId, { uuid })
      rankNote('comments', uuid)
      local was = redis.call('ZREM', ${shownOfAuthor}, id) == 1
      local is = createdAt and redis.call('ZSCORE', publicNotes, uuid)
      if is then redis.call('ZADD', ${shownOfAuthor}, createdAt, id) end
      if was or is then raisePerson(comment.authorId) end
    end
    local function logComments(note, comment, ids)
      local revision = note and raise(note)
      if revision then
        for _, id in ipairs(ids) do redis.call('ZADD', ${logged}, revision, id) end
      end
      return { 'written', revision }
    end
  `,
};

export const StoredComment = jsonOf(Comment);

export const StoredVersion = jsonOf(CommentVersion);
