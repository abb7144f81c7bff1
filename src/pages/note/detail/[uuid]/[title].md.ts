import type { APIRoute } from 'astro';
import { noPage, textResponse } from '../../../../platform/server/http/html.ts';
import { noteMarkdown } from '../../../../feeds/model/formats.ts';
import { siteIdentity } from '../../../../platform/server/site.ts';

export const GET: APIRoute = async ({ locals, params }) => {
  const entry = await locals.content.note(params.uuid ?? '');
  return entry?.note.visibility === 'public'
    ? textResponse(noteMarkdown(entry, siteIdentity().url), 'text/markdown')
    : noPage();
};
