import type { APIRoute } from 'astro';
import { noPage } from '../../../../content/no-page.ts';
import { noteMarkdown } from '../../../../domain/feeds/note-markdown.ts';
import { siteIdentity } from '../../../../server/site.ts';

export const GET: APIRoute = async ({ locals, params }) => {
  const entry = await locals.content.note(params.uuid ?? '');
  return entry?.note.visibility === 'public' ? new Response(noteMarkdown(entry, siteIdentity().url)) : noPage();
};
