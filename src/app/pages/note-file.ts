import { payloadOf } from './payloads.ts';
import type { Content } from '../../reading/model/content.ts';
import { noteMarkdown } from '../../feeds/model/formats.ts';
import { fillerOf } from '../../publishing/views/static/shell.ts';
import { noteMarkup } from './markup.tsx';
import { siteIdentity } from '../../platform/server/site.ts';

export { fillerOf };

const form = /^\/note\/detail\/([^/]+)\/[^/.]+(\.md|\/_payload\.json)?$/;

/**
 * The file of a note: its page, its data or its Markdown. Undefined where the address is of another form, where there is
 * no such note, and for a page while nothing is known that it could `fill`.
 */
export async function noteFile(
  address: string,
  content: Content,
  fill: ReturnType<typeof fillerOf> | undefined,
): Promise<string | undefined> {
  const [, uuid, ending] = form.exec(address) ?? [];
  if (uuid === undefined) return undefined;
  if (ending === '/_payload.json') {
    const path = address.slice(0, -ending.length);
    const data = await payloadOf(content, decodeURIComponent(path));
    return data && JSON.stringify({ path, data });
  }
  const entry = ending || fill ? await content.note(uuid) : undefined;
  if (!entry) return undefined;
  if (ending) return entry.note.visibility === 'public' ? noteMarkdown(entry, siteIdentity().url) : undefined;
  return fill?.(noteMarkup(entry, await content.related(uuid)));
}
