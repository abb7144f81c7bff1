import { z } from 'zod';
import { writeScript } from '../../../platform/server/store/script.ts';
import { CommentOutcome, commentWriting } from '../../../discussion/server/store/change-comment.ts';
import { NoteWritten, noteWriting } from '../../../notes/server/store/write-note.ts';

/**
 * The one script of every decision: what the moderator saw must still be so, then the note or the comment changes, if
 * the decision is about one, and then everything that records it is written. Two who decide at once never both do.
 *
 * The first of `names` are keys that must have `expected` (a JSON list; an empty text: none), the others are those of
 * `commands` (a JSON list), each a list of a command and what follows its key. `write` is what `kind` (`note`,
 * `comment` or an empty text) is written by.
 */
export const settle = writeScript({
  uses: [noteWriting.part, commentWriting.part],
  keys: ['...names'],
  args: ['kind', 'expected', 'commands', '...write'],
  returns: z.union([NoteWritten, CommentOutcome, z.tuple([z.literal('changed')])]),
  body: `
    local values = cjson.decode(expected)
    for i, value in ipairs(values) do
      if (redis.call('GET', names[i]) or '') ~= value then return { 'changed' } end
    end
    local revision = false
    local written = ({ note = writeNote, comment = replaceComment })[kind]
    if written then
      local outcome = written(unpack(write))
      if outcome[1] ~= 'written' then return outcome end
      revision = outcome[2]
    end
    for i, command in ipairs(cjson.decode(commands)) do
      redis.call(command[1], names[#values + i], unpack(command, 2))
    end
    return { 'written', revision }
    `,
});

/** A command with its key and what follows that. */
export type Command = [command: string, key: string, ...rest: string[]];

/** What `settle` gets of its checks, each a key and its value, and its commands. */
export function settling(checks: readonly (readonly [string, string])[], commands: readonly Command[]) {
  return {
    names: [...checks, ...commands.map(([, key]) => [key])].map(([key]) => key),
    expected: JSON.stringify(checks.map(([, value]) => value)),
    commands: JSON.stringify(commands.map(([command, , ...rest]) => [command, ...rest])),
  };
}
