import type { APIRoute } from 'astro';
import { collectionMarkdown } from '../../../../feeds/model/formats.ts';
import { noPage, textResponse } from '../../../../platform/server/http/html.ts';
import { siteIdentity } from '../../../../platform/server/site.ts';

export const GET: APIRoute = async ({ locals: { content }, params: { handle = '', slug = '' } }) => {
  const first = await content.collection(handle, slug, 1);
  if (first?.collection.visibility !== 'public') return noPage();
  const notes = [...first.items];
  for (let number = 2; number <= first.count; number += 1) {
    notes.push(...((await content.collection(handle, slug, number))?.items ?? []));
  }
  return textResponse(collectionMarkdown(first, notes, siteIdentity().url), 'text/markdown');
};
