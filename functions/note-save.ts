import type { Config } from '@netlify/functions';
import { ReadingChange } from '../src/library/model/reading-list.ts';
import { requireCaller } from '../src/people/server/caller.ts';
import { database } from '../src/platform/server/database.ts';
import { endpoint } from '../src/platform/server/http/endpoint.ts';
import { noteUuid } from '../src/notes/server/note-address.ts';
import { readJson } from '../src/platform/server/http/read-json.ts';
import { putIntoList, takeFromList } from '../src/library/server/viewer-state.ts';
import { requireRate } from '../src/platform/server/rates.ts';

export default endpoint({
  /** Without a body the note is saved to be read, or stays where it is. */
  async PUT(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'write');
    const change = request.headers.has('Content-Type') ? await readJson(request, ReadingChange, 1024) : {};
    await requireRate('saves', user.id);
    return Response.json(await putIntoList(database(), uuid, user.id, change, new Date()));
  },

  async DELETE(request, context) {
    const uuid = noteUuid(request, context);
    const user = await requireCaller(request, 'write');
    await requireRate('saves', user.id);
    return Response.json(await takeFromList(database(), uuid, user.id));
  },
});

export const config: Config = { path: '/api/notes/:uuid/save' };
