import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { putRole } from '../../../src/people/server/store/roles.ts';
import { pictureAddress } from '../../../src/pictures/model/addresses.ts';
import { keepPicture } from '../../../src/pictures/server/pictures.ts';
import { startApi, type Api, type Person } from '../../support/api.ts';
import { faultsOfNames, faultsOfSite } from '../../support/archives.ts';
import { exportOf } from '../../support/imports.ts';
import { pngOf } from '../../support/pictures.ts';
import { origin } from '../../support/servers/origin.ts';

let api: Api;
beforeAll(async () => (api = await startApi()));
afterAll(() => api.stop());

async function write({ cookie }: Person, title: string, body: string, more: object = {}) {
  const sent = { title, body, visibility: 'private', ...more };
  return (await api.call('POST', '/api/notes', { cookie, body: sent })).body.note ?? expect.fail(title);
}

describe('an exported site', () => {
  test('loads nothing from elsewhere, and all its links within it lead somewhere', async () => {
    const ann = await api.signUp('ann_takes_a_site');
    // Others review what a new person publishes.
    await putRole(api.store.redis, ann.user.id, 'owner');
    const picture = async (width: number) =>
      pictureAddress((await keepPicture(api.store.redis, 'text', await pngOf(width, 20), new Date()))?.name ?? '', 960);
    const [own, said] = [await picture(30), await picture(31)];
    const ferns = await write(ann, 'Ferns & “moss” #1?', '## Where they grow\n\nIn the shade.', {
      tags: ['c#', 'ünï'],
    });
    const body = [
      '# Top\n\n## Part one\n\n[Up](#h-top), [[#Part one]], [[Ferns & “moss” #1?#Where they grow]], [[nowhere]].',
      `[There](/note/item?uuid=${ferns.uuid}#h-where-they-grow), [a list](/note/list/1), <https://example.org/>.`,
      `![Own](${own}) ![Whole](${origin}${own}) ![Lost](${pictureAddress('f'.repeat(32), 960)})`,
      '![Elsewhere](https://pictures.example/a.png?b=1&c=2) [![Linked](https://pictures.example/b.png)](https://example.org/)',
      'A claim[^1] and another[^note].\n\n[^1]: Said.\n[^note]: With `code`.',
      '> [!NOTE]\n> A callout.\n\n$$x^2$$\n\n```js\nlet a = 1;\n```\n\n- [x] done\n\n| a | b |\n| - | - |\n| 1 | 2 |',
    ];
    const note = await write(ann, 'عنوان 👩‍👩‍👧', body.join('\n\n'), { visibility: 'public', tags: ['日本'] });
    const comment = { body: `See ![Said](${said}) ![Far](https://pictures.example/c.png)` };
    const posted = await api.call('POST', `/api/notes/${note.uuid}/comments`, { cookie: ann.cookie, body: comment });
    expect(posted.status).toBe(201);
    await api.settled();
    const archive = await exportOf(ann, 'site');
    expect(faultsOfSite(archive)).toEqual([]);
    expect(faultsOfNames(archive)).toEqual([]);
    const pages = Object.entries(unzipSync(archive)).filter(([name]) => name.startsWith('notes/'));
    const page = pages.map(([, bytes]) => strFromU8(bytes)).find((html) => html.includes('id="h-part-one"')) ?? '';
    expect(page.match(/<img src="\.\.\/pictures\//g)).toHaveLength(3);
    expect(page).toContain('<a href="https://pictures.example/a.png?b=1&amp;c=2" rel="ugc noopener">Elsewhere</a>');
    expect(page).toMatch(/<a href="https:\/\/example\.org\/"[^>]*>Linked<\/a>/);
  });
});
