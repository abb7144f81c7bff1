import type { Config } from '@netlify/functions';
import { requireCaller } from '../src/server/caller.ts';
import { endpoint } from '../src/server/http/endpoint.ts';
import { readJson } from '../src/server/http/read-json.ts';
import { previewOf, PreviewRequest } from '../src/server/note-preview.ts';
import { maxNoteBytes } from '../src/server/notes.ts';
import { requireRate } from '../src/server/rates.ts';

export default endpoint({
  async POST(request) {
    const user = await requireCaller(request, 'read');
    const { body } = await readJson(request, PreviewRequest, maxNoteBytes);
    await requireRate('previews', user.id);
    return Response.json(await previewOf(body));
  },
});

export const config: Config = { path: '/api/preview' };
