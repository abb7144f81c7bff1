import type { Config } from '@netlify/functions';
import { blobObjectStore, blobStore } from '../src/platform/server/object-store.ts';
import { database } from '../src/platform/server/database.ts';
import { environment } from '../src/platform/server/env.ts';
import { makeAskedExports } from '../src/transfer/server/export/made.ts';
import { refusalOf } from '../src/platform/server/own-call.ts';

/** Makes the files that people asked for, where an answer cannot hold them. */
export default async function exportMake(request: Request): Promise<Response | undefined> {
  const refusal = await refusalOf(request, 'export-make', new Date());
  if (refusal) return refusal;
  const options = { siteUrl: environment().SITE_URL, now: () => new Date() };
  await makeAskedExports(database(), blobObjectStore(blobStore('exports')), options);
  return undefined;
}

export const config: Config = { background: true, method: 'POST' };
