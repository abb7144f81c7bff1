import { noteMarkdown } from '../../feeds/model/note-markdown.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import { goneNote, invalidRoute } from '../../platform/model/page-problem.ts';
import { pageCaching, cacheTags } from '../../platform/server/http/html.ts';
import { readablePath } from '../../platform/server/http/problem.ts';
import { siteIdentity } from '../../platform/server/site.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { notePage } from './note-page.ts';

/** No slug has a dot, so this at the end of an address always means the note's Markdown. */
export const sourceEnding = '.md';

/**
 * A note's Markdown file while no build has made it. Only public notes have one, whoever asks. `title` is the last part
 * of the address, with its ending.
 */
export async function noteSource(
  redis: Redis,
  request: Request,
  { uuid, title }: { uuid: string; title: string },
): Promise<Response> {
  const page = await notePage(redis, { uuid, title: title.slice(0, -sourceEnding.length) }, async () => undefined);
  if (page.status === 410) return text(410, 'plain', `${goneNote.message}\n`, pageCaching.none);
  if (page.status === 404 || (page.status === 200 && !isPublic(page.entry.note))) {
    return text(404, 'plain', `${invalidRoute(readablePath(request))}\n`, pageCaching.none);
  }
  const caching = pageCaching.shared(cacheTags.note(uuid.toLowerCase()));
  if (page.status === 200) return text(200, 'markdown', noteMarkdown(page.entry, siteIdentity().url), caching);
  return new Response(null, { status: 301, headers: { ...caching, Location: page.location + sourceEnding } });
}

function text(status: number, kind: string, body: string, headers: Record<string, string>): Response {
  return new Response(body, { status, headers: { ...headers, 'Content-Type': `text/${kind}; charset=utf-8` } });
}
