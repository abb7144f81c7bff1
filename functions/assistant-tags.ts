import type { Config } from '@netlify/functions';
import { limits } from '../src/domain/limits.ts';
import { SuggestedTags, suggestTags, TagsQuestion } from '../src/server/assistant/suggest-tags.ts';
import { database } from '../src/server/database.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { requireRate } from '../src/server/rates.ts';
import { requireSession } from '../src/server/session.ts';

/** JSON may write a character in six. */
const maxBytes = limits.bodyBytes * 2 + 64 * 1024;

/** Suggests tags for what is being written; its author decides. */
export default endpoint({
  async POST(request) {
    const { user } = await requireSession(request);
    const question = await readJson(request, TagsQuestion, maxBytes);
    await requireRate('tagHints', user.id);
    const tags = await suggestTags(database(), new URL(request.url).origin, question);
    return Response.json(SuggestedTags.parse({ tags }));
  },
});

export const config: Config = { path: '/api/assistant/tags' };
