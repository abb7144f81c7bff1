import type { Config } from '@netlify/functions';
import { limits } from '../src/platform/model/limits.ts';
import { SuggestedTags, suggestTags, TagsQuestion } from '../src/assistant/server/suggest-tags.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { requireRate } from '../src/platform/server/rates.ts';
import { requireSession } from '../src/people/server/session.ts';

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
