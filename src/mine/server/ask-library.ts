import * as z from 'zod';
import { AnswerLine, Question } from '../../assistant/model/questions.ts';
import type { AskedNote } from '../../assistant/server/answers/sentences.ts';
import { answerLines } from '../../assistant/server/ask.ts';
import { embeddingSettings, modelSettings } from '../../assistant/server/model/model.ts';
import { semanticNotes } from '../../assistant/server/semantic-notes.ts';
import { maxSourceNotes, sourcesFor, contentWords } from '../../assistant/server/sources.ts';
import { session } from '../../people/server/callers.ts';
import { readWithSession } from '../../people/server/session-cookie.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { linesOfJson } from '../../platform/server/http/text-stream.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { findAnyWord } from './library-words.ts';
import { readLibraryNotes } from './store/library.ts';

/** How many words of a question are searched for, from its beginning: each is a search. */
const maxWords = 12;

/** Questions to the assistant about the person's own library. */
export const askingRoutes = {
  'POST /api/assistant/library': route({
    id: 'askLibrary',
    summary:
      'Ask your library a question: all your notes, what you’ve saved, your copies of pages, and all public notes. Answers as `ask` does; `own` says which are yours. Private notes are sent to a model only if you allow it.',
    who: session(),
    body: z.strictObject({ question: Question.shape.question }),
    rate: 'asks',
    gives: { 200: AnswerLine },
    // Starts before the caller is known, and is not awaited, so that public notes are searched for meanwhile.
    async reads({ request, body: { question } }) {
      const own = readWithSession(request, (userId) => ownNotes(database(), userId, question));
      own.catch(() => undefined);
      return { own };
    },
    async handle({ request, caller: { user }, body: { question }, read, now }) {
      const [redis, env] = [database(), environment()];
      const asked = { task: 'answer', question } as const;
      const nearTo = (text: string) => semanticNotes(redis, embeddingSettings(env), text, { spender: user.id, now });
      const [own, found] = await Promise.all([
        read.own.then((ofPerson) => ofPerson(user.id)),
        sourcesFor(redis, new URL(request.url).origin, asked, { asker: user, nearTo }),
      ]);
      const known = new Set(own.map(({ uuid }) => uuid));
      // If the public search fails, the person's own notes are still used.
      const others = found.ok ? found.notes.filter(({ uuid }) => !known.has(uuid)) : [];
      const near = found.ok ? found.near : undefined;
      const settings = modelSettings(env);
      const notes = inTurns(own, others);
      return linesOfJson(
        answerLines({ redis, question: asked, notes, ...(near && { near }), asker: user, settings, now }),
      );
    },
  }),
} satisfies Routes;

/** Items of a person's library that contain words of a question, best first: each note, followed by its page's copy. */
async function ownNotes(redis: Redis, userId: string, question: string): Promise<AskedNote[]> {
  const words = contentWords(question).slice(0, maxWords);
  const uuids = await findAnyWord(redis, userId, words, maxSourceNotes);
  const had = new Map((await readLibraryNotes(redis, userId, uuids)).map((one) => [one.note.uuid, one]));
  return uuids.flatMap((uuid): AskedNote[] => {
    const one = had.get(uuid);
    if (!one) return [];
    const { note, author, copy } = one;
    return [
      { ...note, ...(author === undefined && { mine: 'note' as const }) },
      ...(copy ? [{ ...note, title: copy.facts.title || note.title, mine: 'copy' as const, html: copy.html }] : []),
    ];
  });
}

/** Alternates between both lists, so that the best of each come early. */
function inTurns(one: readonly AskedNote[], other: readonly AskedNote[]): AskedNote[] {
  return Array.from({ length: Math.max(one.length, other.length) }, (_, at) => [one[at], other[at]])
    .flat()
    .filter((note) => note !== undefined);
}
