import pictures from '../../functions/pictures.ts';
import { captureFor } from '../../src/capture/server/captures.ts';
import type { PagePictures } from '../../src/pictures/model/picture.ts';
import type { Api, Person } from './api.ts';
import { loopbackOnly, type Routes } from './browser/pages.ts';
import { origin } from './servers/origin.ts';

/** A route that responds with these bytes. */
export const serveBytes =
  (bytes: Uint8Array, type = 'image/png'): Routes[string] =>
  (_, response) =>
    void response.writeHead(200, { 'Content-Type': type }).end(bytes);

/** Captures a page for this person and returns its pictures. */
export async function capturedPictures(api: Api, person: Person, url: string, now = new Date()) {
  const options = { now, siteUrl: 'https://commonplace.example', reach: loopbackOnly };
  return (await captureFor(api.store.redis, person.user.id, url, options)).page?.pictures;
}

/** Writes a note about a page and returns it with the captured pictures. */
export async function noteWithPictures(api: Api, person: Person, url: string, fields = {}) {
  const body = { title: 'On margins', url, ...fields };
  const { note } = (await api.call('POST', '/api/notes', { body, cookie: person.cookie })).body;
  return { uuid: note?.uuid ?? '', pictures: note?.pictures };
}

export const namesOf = ({ icon, lead }: PagePictures = { bytes: 0 }) => [icon, lead?.name];

/** Requests a picture's file. */
export const pictureFile = (name: string | undefined, size: number) =>
  pictures(new Request(`${origin}/pictures/${name}-${size}.webp`), {
    ...{ params: {}, ip: '203.0.113.7', requestId: 'request-1' },
  });
