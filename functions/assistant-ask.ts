import type { Config } from '@netlify/functions';
import { Question } from '../src/assistant/model/asking.ts';
import { answerLines } from '../src/assistant/server/ask.ts';
import { embeddingSettings, modelSettings } from '../src/assistant/server/model/model.ts';
import { nearNotes } from '../src/assistant/server/near-notes.ts';
import { notesAsked } from '../src/assistant/server/sources.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { linesOfJson } from '../src/platform/server/http/json-lines.ts';
import { noteProblem } from '../src/notes/server/note-address.ts';
import { HttpError } from '../src/platform/server/http/problem.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';

const maxQuestionBytes = 64 * 1024;

/** Answers a question about a note or about all public ones, as lines of JSON that come while they are found. */
export default endpoint({
  async POST(request) {
    const { user } = await requireSession(request);
    const question = await readJson(request, Question, maxQuestionBytes);
    await requireRate('asks', user.id);
    const redis = database();
    const [env, now] = [environment(), new Date()];
    const nearTo = (text: string) => nearNotes(redis, embeddingSettings(env), text, { spender: user.id, now });
    const asked = await notesAsked(redis, new URL(request.url).origin, question, { asker: user, nearTo });
    if (!asked.ok && asked.reason === 'unreachable') {
      throw new HttpError(503, 'Service Unavailable', 'The notes cannot be searched now. Ask again in a moment.', {
        headers: { 'Retry-After': '5' },
      });
    }
    if (!asked.ok) throw noteProblem(asked);
    const settings = modelSettings(env);
    return linesOfJson(answerLines({ ...asked, redis, question, asker: user, settings, now }));
  },
});

export const config: Config = { path: '/api/assistant/ask' };
