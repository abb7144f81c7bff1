import { noteProblem } from '../../notes/server/note-http.ts';
import { session } from '../../people/server/callers.ts';
import { limits } from '../../platform/model/limits.ts';
import { database } from '../../platform/server/database.ts';
import { environment } from '../../platform/server/env.ts';
import { linesOfJson } from '../../platform/server/http/text-stream.ts';
import { HttpError } from '../../platform/server/http/problem.ts';
import { route, type Routes } from '../../platform/server/http/route.ts';
import { AnswerLine, Question } from '../model/questions.ts';
import { answerLines } from './ask.ts';
import { embeddingSettings, modelSettings } from './model/model.ts';
import { semanticNotes } from './semantic-notes.ts';
import { sourcesFor } from './sources.ts';
import { SuggestedTags, suggestTags, TagsQuestion } from './tag-suggestions.ts';

/** Questions to the assistant. */
export const assistantRoutes = {
  'POST /api/assistant/ask': route({
    id: 'ask',
    summary:
      'Ask a question of one note, or of all public ones. The answer streams as lines of JSON (application/x-ndjson): the passages that answer it or come closest, a model’s sentences about them if the site uses one, each checked against the passages, and which of the two answered.',
    who: session(),
    body: Question,
    rate: 'asks',
    gives: { 200: AnswerLine },
    problems: [404, 410, 503],
    async handle({ request, caller: { user }, body: question, now }) {
      const [redis, env] = [database(), environment()];
      const nearTo = (text: string) => semanticNotes(redis, embeddingSettings(env), text, { spender: user.id, now });
      const sources = await sourcesFor(redis, new URL(request.url).origin, question, { asker: user, nearTo });
      if (!sources.ok && sources.reason === 'unreachable') {
        throw new HttpError(503, 'Service Unavailable', 'Notes can’t be searched right now. Ask again in a moment.', {
          headers: { 'Retry-After': '5' },
        });
      }
      if (!sources.ok) throw noteProblem(sources);
      const settings = modelSettings(env);
      return linesOfJson(answerLines({ ...sources, redis, question, asker: user, settings, now }));
    },
  }),

  'POST /api/assistant/tags': route({
    id: 'suggestTags',
    summary: 'Suggest up to three tags for a text, best first. The text isn’t stored or sent anywhere.',
    who: session(),
    body: TagsQuestion,
    // JSON may write one character as six.
    maxBytes: limits.bodyBytes * 2 + 64 * 1024,
    rate: 'tagHints',
    gives: { 200: SuggestedTags },
    handle: async ({ request, body }) => ({
      tags: await suggestTags(database(), new URL(request.url).origin, body),
    }),
  }),
} satisfies Routes;
