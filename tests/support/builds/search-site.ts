import { forgetPublishedIndex } from '../../../src/search/server/published-index.ts';
import { recordPublished } from '../../../src/publishing/server/store/publishing.ts';
import type { Api } from '../api.ts';
import { startHttpServer } from '../servers/http-server.ts';
import { searchableSnapshot } from './searched.ts';
import { renderedNote } from '../written-notes.ts';

/** Serves a site's search index on its own port. `files` are the files served now, by path. */
export async function startSearchSite(api: Api) {
  let files = new Map<string, Uint8Array>();
  const server = await startHttpServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file ? 200 : 404).end(file);
  });
  return {
    url: server.url,
    get files() {
      return files;
    },
    stop: server.stop,
    /** Resets it to a site where nothing was ever published. */
    clear() {
      forgetPublishedIndex();
      files = new Map();
    },
    /** Publishes the files of the index and their revision, as a build would do now. */
    async publish() {
      const place = await searchableSnapshot();
      const { body } = await api.call('GET', '/api/notes');
      place.put(await Promise.all((body.notes ?? []).map((note) => renderedNote(note))));
      place.snapshot.computeRelated();
      place.snapshot.index();
      files = await place.files();
      await place.close();
      const { head = 0 } = (await api.call('GET', '/api/publish')).body;
      files.set('/builds/latest.json', Buffer.from(JSON.stringify({ id: `b${head}`, timestamp: head })));
      await recordPublished(api.store.redis, { buildId: `b${head}`, revision: head, now: new Date() });
    },
  };
}
