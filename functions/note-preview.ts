import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/people/server/caller.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { previewOf, PreviewRequest } from '../src/writing/server/note-preview.ts';
import { maxNoteBytes } from '../src/writing/server/notes.ts';
import { requireRate } from '../src/platform/server/rates.ts';

export default endpoint({
  async POST(request) {
    const user = await requireCaller(request, 'read');
    const { body } = await readJson(request, PreviewRequest, maxNoteBytes);
    await requireRate('previews', user.id);
    return Response.json(await previewOf(body));
  },
});

export const config: Config = { path: '/api/preview' };
