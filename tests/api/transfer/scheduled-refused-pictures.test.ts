import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { pictureAddress } from '../../../src/pictures/model/addresses.ts';
import { keepPicture } from '../../../src/pictures/server/pictures.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { exportTo, places } from '../../support/export-places.ts';
import { privateNote } from '../../support/imports.ts';
import { pngOf } from '../../support/pictures.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let ann: Person;
let people = 0;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());
beforeEach(async () => {
  ann = await api.signUp(`ann_refused_${(people += 1)}`);
});

let widths = 20;
async function newPicture(): Promise<string> {
  const source = await pngOf((widths += 1), 10);
  return (await keepPicture(api.store.redis, 'text', source, new Date()))?.name ?? expect.fail();
}
const shown = (picture: string) => `![A field](${pictureAddress(picture, 960)})`;
const fromHere = (picture: string) => `![A field](${origin}${pictureAddress(picture, 960)})`;

test('a repository that takes no pictures gets the notes, and deleted ones are removed there', async () => {
  const there = await places.git();
  try {
    const to = { kind: 'git', url: there.url } as const;
    const gone = await privateNote(api, ann, { title: 'Gone', body: 'Text.' });
    await exportTo(api, ann, to);
    await there.refuse('webp$');
    const picture = await newPicture();
    await privateNote(api, ann, { title: 'One', body: shown(picture) });
    await api.call('DELETE', `/api/notes/${gone}`, { cookie: ann.cookie });
    const pictures = expect.stringContaining('refused the commit');
    // The note is written twice: the place takes it before it refuses the picture.
    const first = { failure: null, last: { written: 2, removed: 1, pictures } };
    expect(await exportTo(api, ann, to)).toMatchObject(first);
    expect(await exportTo(api, ann, to)).toMatchObject({ failure: null, last: { written: 0, removed: 0, pictures } });
    expect(await there.names()).toEqual(['One.md']);
    expect(await there.read('One.md')).toContain(fromHere(picture));
    await there.refuse('nothing');
    for (const written of [1, 1, 0]) expect(await exportTo(api, ann, to)).toMatchObject({ last: { written } });
    expect(await there.names()).toEqual(['One.md', `pictures/${picture}.webp`]);
  } finally {
    await there.stop();
  }
});

test('a run is over only when all notes show a refused picture from this site, however little time it has', async () => {
  const there = await places.webdav();
  try {
    const to = { kind: 'webdav', url: there.url } as const;
    there.takeOnly((file) => file.endsWith('.md'));
    const picture = await newPicture();
    const titles = Array.from({ length: 10 }, (_, at) => `Note ${at}`);
    for (const title of titles) await privateNote(api, ann, { title, body: shown(picture) });
    let state = await exportTo(api, ann, to, () => false);
    for (let turn = 0; turn < 20 && state.last === null; turn += 1) state = await exportTo(api, ann, to, () => false);
    expect(state).toMatchObject({ failure: null, last: { pictures: expect.any(String) } });
    for (const title of titles) expect(await there.read(`${title}.md`)).toContain(fromHere(picture));
  } finally {
    await there.stop();
  }
});

test('pictures that a place never takes don’t keep others from it', async () => {
  const there = await places.webdav();
  try {
    const to = { kind: 'webdav', url: there.url } as const;
    const pictures: string[] = [];
    while (pictures.length < 45) pictures.push(await newPicture());
    await privateNote(api, ann, { title: 'Many', body: pictures.map(shown).join('\n') });
    const taken: string[] = [];
    there.takeOnly((file) => file.endsWith('.md') || taken.includes(file));
    await exportTo(api, ann, to);
    // Whichever were not tried yet are among these.
    const tried = new Set(there.calls.filter((call) => call.startsWith('PUT ')).map((call) => call.split('/').at(-1)));
    taken.push(
      ...pictures
        .map((picture) => `${picture}.webp`)
        .filter((file) => !tried.has(file))
        .slice(-1),
    );
    for (const _ of [1, 2]) await exportTo(api, ann, to);
    expect(await there.names()).toEqual(['Many.md', `pictures/${taken[0] ?? ''}`]);
  } finally {
    await there.stop();
  }
});
