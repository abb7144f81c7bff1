import { randomBytes } from 'node:crypto';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pictureAddress } from '../../../src/pictures/model/addresses.ts';
import { keepPicture, largestFile } from '../../../src/pictures/server/pictures.ts';
import { digestOf } from '../../../src/transfer/server/export/scheduled/export-target.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { removeScheduled } from '../../../src/transfer/server/store/scheduled-exports.ts';
import { exportTo, places } from '../../support/export-places.ts';
import { pngOf } from '../../support/pictures.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
let ann: Person;
let people = 0;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());
beforeEach(async () => {
  ann = await api.signUp(`ann_shows_${(people += 1)}`);
});

async function pictureOf(source: Uint8Array): Promise<string> {
  return (await keepPicture(api.store.redis, 'text', source, new Date()))?.name ?? expect.fail();
}
let widths = 20;
const newPicture = async () => pictureOf(await pngOf((widths += 1), 10));
const shown = (picture: string) => `![A field](${pictureAddress(picture, 960)})`;
const fileOf = (picture: string) => `pictures/${picture}.webp`;

async function write(title: string, body: string) {
  const sent = { title, body, visibility: 'private' };
  return (await api.call('POST', '/api/notes', { cookie: ann.cookie, body: sent })).body.note ?? expect.fail();
}
const remove = ({ uuid }: { uuid: string }) => api.call('DELETE', `/api/notes/${uuid}`, { cookie: ann.cookie });
const edit = ({ uuid }: { uuid: string }, body: string) =>
  api.call('PATCH', `/api/notes/${uuid}`, { cookie: ann.cookie, body: { rev: 1, body } });

describe.each(['webdav', 'git'] as const)('pictures at a scheduled export’s destination (%s)', (kind) => {
  let there: Awaited<ReturnType<(typeof places)[typeof kind]>>;
  beforeEach(async () => {
    there = await places[kind]();
    return () => there.stop();
  });

  async function bring() {
    const { failure, last } = await exportTo(api, ann, { kind, url: there.url });
    expect(failure).toBeNull();
    const { at: _, ...done } = last ?? expect.fail();
    return done;
  }

  test('lie beside the notes that show them, each once, and are written once', async () => {
    const [one, other] = [await newPicture(), await newPicture()];
    const note = await write('One', `${shown(one)} and ${shown(other)}, ${shown(one)}`);
    await write('Other', `![A field](${origin}${pictureAddress(one, 960)}) as well as ${shown('f'.repeat(32))}`);
    expect(await bring()).toEqual({ written: 4, removed: 0, left: [] });
    const pictures = [one, other].map(fileOf).sort();
    expect(await there.names()).toEqual(['One.md', 'Other.md', ...pictures]);
    expect(await there.read('One.md')).toContain(
      `\n![A field](${fileOf(one)}) and ![A field](${fileOf(other)}), ![A field](${fileOf(one)})\n`,
    );
    // There is no such picture here.
    const missing = `![A field](${origin}${pictureAddress('f'.repeat(32), 960)})`;
    expect(await there.read('Other.md')).toContain(`\n![A field](${fileOf(one)}) as well as ${missing}\n`);
    const stored = (await largestFile('text', one)) ?? expect.fail();
    expect(await there.digest(fileOf(one))).toBe(digestOf(stored));

    expect(await bring()).toEqual({ written: 0, removed: 0, left: [] });
    const more = await newPicture();
    await edit(note, `${shown(one)} and ${shown(more)}`);
    expect(await bring()).toEqual({ written: 2, removed: 1, left: [] });
    expect(await there.names()).toEqual(['One.md', 'Other.md', ...[one, more].map(fileOf).sort()]);
  });

  test('are removed when no note shows them any more', async () => {
    const picture = await newPicture();
    const [one, other] = [await write('One', shown(picture)), await write('Other', shown(picture))];
    await bring();
    await remove(one);
    expect(await bring()).toEqual({ written: 0, removed: 1, left: [] });
    expect(await there.names()).toEqual(['Other.md', fileOf(picture)]);
    await remove(other);
    expect(await bring()).toEqual({ written: 0, removed: 2, left: [] });
    expect(await there.names()).toEqual([]);
  });

  test('stay with a file that its owner changed, and are not written for one that is left alone', async () => {
    const [kept, fresh] = [await newPicture(), await newPicture()];
    const [gone, edited] = [await write('Gone', shown(kept)), await write('Edited', 'Text.')];
    await bring();
    for (const name of ['Gone.md', 'Edited.md']) await there.put(name, `My own words.`);
    await remove(gone);
    await edit(edited, shown(fresh));
    for (const turn of [1, 2]) {
      const { written, removed, left } = await bring();
      expect([written, removed]).toEqual([0, 0]);
      expect(left.sort()).toEqual(turn === 1 ? ['Edited.md', 'Gone.md'] : ['Edited.md']);
      expect(await there.names()).toEqual(['Edited.md', 'Gone.md', fileOf(kept)]);
    }
  });

  test('stay if another note still shows them, and then goes', async () => {
    const picture = await newPicture();
    const [gone, other] = [await write('Gone', shown(picture)), await write('Other', shown(picture))];
    await bring();
    await there.put('Gone.md', `My own words, and ${shown(picture)}`);
    for (const note of [gone, other]) {
      await remove(note);
      await bring();
    }
    expect(await there.names()).toEqual(['Gone.md', fileOf(picture)]);
  });

  test('stay with a file that its owner changed, if another note takes over its title', async () => {
    const picture = await newPicture();
    const gone = await write('Title', shown(picture));
    await bring();
    await there.put('Title.md', 'My own words.');
    await remove(gone);
    await write('Title', 'Text.');
    await bring();
    expect(await there.names()).toContain(fileOf(picture));
  });

  test('are shown from this site as long as the place refuses them, here since a file has the name of their folder', async () => {
    const [note, picture] = [await write('One', 'Text.'), await newPicture()];
    await bring();
    await there.put('pictures', 'A plain file.');
    await edit(note, shown(picture));
    for (const written of [2, 0]) {
      expect(await exportTo(api, ann, { kind, url: there.url })).toMatchObject({
        failure: null,
        last: { written, removed: 0, pictures: expect.stringContaining('pictures') },
      });
      expect(await there.names()).toEqual(['One.md', 'pictures']);
      expect(await there.read('One.md')).toContain(`![A field](${origin}${pictureAddress(picture, 960)})`);
    }
    expect(await there.read('pictures')).toBe('A plain file.');
    await there.remove('pictures');
    // The picture comes, then the note that shows it.
    for (const _ of ['picture', 'note']) expect(await bring()).toEqual({ written: 1, removed: 0, left: [] });
    expect(await there.read('One.md')).toContain(`![A field](${fileOf(picture)})`);
  });

  test('are removed with their notes after the export was stopped and set up again, unless its owner changed a note', async () => {
    const [kept, gone] = [await newPicture(), await newPicture()];
    const notes = [await write('Kept', shown(kept)), await write('Gone', shown(gone)), await write('Too', shown(kept))];
    await bring();
    await there.put('Kept.md', `My own words, ${notes[0]?.uuid}.`);
    expect(await removeScheduled(api.store.redis, ann.user.id)).toBe(true);
    expect(await bring()).toEqual({ written: 2, removed: 0, left: ['Kept.md'] });
    for (const note of notes.slice(1)) await remove(note);
    expect(await bring()).toMatchObject({ written: 0, removed: 3 });
    expect(await there.names()).toEqual(['Kept.md', fileOf(kept)]);
  });

  test('leave addresses alone that no browser can open', async () => {
    const odd = ['http://x:99999', 'http://[x'].map((site) => `![](${site}${pictureAddress('f'.repeat(32), 960)})`);
    await write('Odd', odd.join('\n'));
    expect(await bring()).toMatchObject({ written: 1 });
    expect(await there.read('Odd.md')).toContain('![](http://x:99999/pictures/');
  });

  test('all come, a few at a time, if no run has much time', async () => {
    const pictures = await Promise.all(Array.from({ length: 9 }, newPicture));
    await write('Many', pictures.map(shown).join('\n'));
    for (const written of [5, 9]) {
      const part = await exportTo(api, ann, { kind, url: there.url }, () => false);
      expect(part).toMatchObject({ failure: null, last: null, running: { written } });
    }
    expect(await bring()).toEqual({ written: 10, removed: 0, left: [] });
    expect(await there.names()).toEqual(['Many.md', ...pictures.map(fileOf).sort()]);
  });
});

test('a picture written by a run that was interrupted before recording it is removed with its note', async () => {
  const files = await places.webdav();
  try {
    const to = { kind: 'webdav', url: files.url } as const;
    const picture = await newPicture();
    const note = await write('Plan', 'Text.');
    await exportTo(api, ann, to);
    await edit(note, shown(picture));
    files.breakOff(true);
    // Each breaks off after its first change: the note, the folder, the picture.
    expect((await exportTo(api, ann, to)).failure).not.toBeNull();
    for (const _ of ['folder', 'picture']) {
      const why = expect.stringContaining('couldn’t be reached');
      expect(await exportTo(api, ann, to)).toMatchObject({ failure: null, last: { pictures: why } });
    }
    files.breakOff(false);
    expect(await files.names()).toEqual(['Plan.md', fileOf(picture)]);
    await remove(note);
    expect(await exportTo(api, ann, to)).toMatchObject({ failure: null, last: { removed: 2, left: [] } });
    expect(await files.names()).toEqual([]);
  } finally {
    await files.stop();
  }
});

/** A picture of about a megabyte, which nothing compresses. */
async function noise(seed: number): Promise<string> {
  const noisy = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const made = sharp({ create: { width: 960, height: 1200 + seed, channels: 3, background: '#888', noise: noisy } });
  return pictureOf(await made.png().toBuffer());
}

describe('an export to a Git repository', () => {
  test('pushes large pictures in several commits, so that few are in memory', { tags: ['long'] }, async () => {
    const server = await places.git();
    try {
      const pictures = await Promise.all(Array.from({ length: 16 }, (_, at) => noise(at)));
      await write('Noise', pictures.map(shown).join('\n'));
      expect(await exportTo(api, ann, { kind: 'git', url: server.url })).toMatchObject({ last: { written: 17 } });
      expect(await server.names()).toHaveLength(17);
      expect(server.pushed.length).toBeGreaterThan(1);
      expect(Math.max(...server.pushed)).toBeLessThan(13 * 2 ** 20);
      expect(await server.git('fsck', '--full', '--strict')).toBe('');
    } finally {
      await server.stop();
    }
  });

  test(
    'adds no pictures to a repository that is large already, and shows them from this site',
    { tags: ['long'] },
    async () => {
      const server = await places.git();
      try {
        const picture = await newPicture();
        await write('One', shown(picture));
        for (const name of ['a.bin', 'b.bin']) await server.commit(name, randomBytes(31 * 2 ** 20));
        expect(await exportTo(api, ann, { kind: 'git', url: server.url })).toMatchObject({ last: { written: 1 } });
        expect(await server.names()).toEqual(['One.md']);
        expect(await server.read('One.md')).toContain(`![A field](${origin}${pictureAddress(picture, 960)})`);
      } finally {
        await server.stop();
      }
    },
  );
});
