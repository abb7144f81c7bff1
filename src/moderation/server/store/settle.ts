import { z } from 'zod';
import { numberedWrite } from '../../../platform/server/store/script.ts';
import { CommentOutcome, replaceCommentLua } from '../../../discussion/server/store/change-comment.ts';
import { NoteWritten, writeNoteLua } from '../../../notes/server/store/write-note.ts';

/**
 * The one script of every decision: what the moderator saw must still be so, then the note or the comment changes, if
 * the decision is about one, and then everything that records it is written. Two who decide at once never both do.
 *
 * KEYS those of the write, then every other key that is named below.
 * ARGV what is written (`note`, `comment` or an empty text); how many keys are the write's; pairs of a key and the value
 * that it must have (an empty text: none); commands, each a list of words; then the arguments of the write.
 */
export const settle = numberedWrite(
  `
  local function writeNote(KEYS, ARGV)
    ${writeNoteLua}
  end
  local function writeComment(KEYS, ARGV)
    ${replaceCommentLua}
  end
  local count, checks, commands = tonumber(ARGV[2]), cjson.decode(ARGV[3]), cjson.decode(ARGV[4])
  for _, check in ipairs(checks) do
    if (redis.call('GET', check[1]) or '') ~= check[2] then return { 'changed' } end
  end
  local revision = false
  local write = ({ note = writeNote, comment = writeComment })[ARGV[1]]
  if write then
    local outcome = write({ unpack(KEYS, 1, count) }, { unpack(ARGV, 5) })
    if outcome[1] ~= 'written' then return outcome end
    revision = outcome[2]
  end
  for _, command in ipairs(commands) do
    redis.call(unpack(command))
  end
  return { 'written', revision }
  `,
  z.union([NoteWritten, CommentOutcome, z.tuple([z.literal('changed')])]),
);
