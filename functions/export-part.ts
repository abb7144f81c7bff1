import type { Config } from '@netlify/functions';
import { blobShelf, blobStore } from '../src/platform/server/object-store.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { partName } from '../src/transfer/server/export/made.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { missingExport } from '../src/transfer/server/export/export-problem.ts';
import { readMade } from '../src/transfer/server/store/made-exports.ts';

export default endpoint({
  async GET(request, { params }) {
    const user = await requireCaller(request, 'export');
    const made = await readMade(database(), params['id'] ?? '');
    const part = Number(params['part']);
    if (made?.userId !== user.id || !Number.isInteger(part) || part < 1 || part > made.parts) throw missingExport();
    const bytes = await blobShelf(blobStore('exports')).get(partName(made.id, part));
    if (!bytes) throw missingExport();
    return new Response(bytes as Uint8Array<ArrayBuffer>, { headers: { 'Content-Type': 'application/octet-stream' } });
  },
});

export const config: Config = { path: '/api/exports/:id/parts/:part' };
