import { z } from 'zod';
import { writeScript } from '../script.ts';
import { NoteWritten, writeNoteLua } from './write-note.ts';

/**
 * The one script of every decision: what the moderator saw must still be so, then the note changes, if the decision
 * is about one, and then everything that records it is written. Two who decide at once never both do.
 *
 * KEYS those of the note's write, then every other key that is named below.
 * ARGV how many keys are the note's (0: no note changes); pairs of a key and the value that it must have (an empty text:
 * none); commands, each a list of words; then the arguments of the note's write.
 */
export const settle = writeScript(
  `
  local function writeNote(KEYS, ARGV)
    ${writeNoteLua}
  end
  local count, checks, commands = tonumber(ARGV[1]), cjson.decode(ARGV[2]), cjson.decode(ARGV[3])
  for _, check in ipairs(checks) do
    if (redis.call('GET', check[1]) or '') ~= check[2] then return { 'changed' } end
  end
  local revision = false
  if count > 0 then
    local outcome = writeNote({ unpack(KEYS, 1, count) }, { unpack(ARGV, 4) })
    if outcome[1] ~= 'written' then return outcome end
    revision = outcome[2]
  end
  for _, command in ipairs(commands) do
    redis.call(unpack(command))
  end
  return { 'written', revision }
  `,
  z.union([NoteWritten, z.tuple([z.literal('changed')])]),
);
