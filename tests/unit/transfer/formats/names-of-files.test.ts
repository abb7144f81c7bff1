import { expect, test } from 'vitest';
import { faultsIn, fileOf, itemsIn, readAll, zipOf } from '../../../support/import-files.ts';

const read = async (text: string, name: string) => itemsIn((await readAll(fileOf(text, name))).found)[0];

test('the first heading of several is a section, and the file’s name the title', async () => {
  const text = `# Morning\n\nWoke up.\n${'\nWords.\n'.repeat(30)}\n# Evening\n\nSlept.`;
  expect(await read(text, '202309121015.md')).toMatchObject({
    title: 'Morning',
    imported: { 'file name': '202309121015' },
  });
  expect(await read(text, 'Garden diary.md')).toEqual({ title: 'Garden diary', body: text, tags: [] });
});

test('a file named after its first heading has that as its title, although others follow', async () => {
  const long = 'What is “worth reading”: a list of all that I found in the year that was';
  for (const [heading, name] of [
    ['Café / bar: notes', 'Cafe\u0301 - bar notes.md'],
    [long, `${long.slice(0, 60)}.md`],
    ['Kelp', 'Untitled 3.md'],
  ] as const)
    expect(await read(`# ${heading}\n\nWords.\n\n# More\n`, name)).toEqual({
      title: heading,
      body: 'Words.\n\n# More',
      tags: [],
    });
});

test('a file name that is not the title is kept beside the note', async () => {
  expect(await read('# Tuesday\n\nWords.', '2023-09-12.md')).toMatchObject({
    title: 'Tuesday',
    imported: { 'file name': '2023-09-12' },
  });
  const post = '---\ntitle: A week at sea\nsummary: Waves\n---\nWords.';
  expect((await read(post, 'week.md'))?.imported).toEqual({ 'file name': 'week', summary: 'Waves' });
  expect((await read(post, 'a-week-at-sea.md'))?.imported).toEqual({ summary: 'Waves' });
  expect((await read(post, 'index.md'))?.imported).toEqual({ summary: 'Waves' });
});

test('names that differ in marks or symbols alone are not the same', async () => {
  for (const [heading, name] of [
    ['กิน', 'กัน'],
    ['ばか', 'はか'],
    ['C', 'C++'],
    ['🍎', '🍌'],
    ['?', '!'],
    ['มอี', 'มอ'],
  ] as const)
    expect(await read(`# ${heading}\n\nWords.`, `${name}.md`)).toMatchObject({
      title: heading,
      imported: { 'file name': name },
    });
});

test('the name of a file and what its text refers to stand beside fields of the same names', async () => {
  const head = '---\nfile name: mine\nlinks: [a, b]\nattachments: none\n---\n';
  const text = '# Tuesday\n\n[There](./far/away.md) and ![[scan.pdf]].';
  expect((await read(`${head}${text}`, 'Monday.md'))?.imported).toEqual({
    'imported file name': 'Monday',
    'file name': 'mine',
    links: ['a', 'b'],
    attachments: 'none',
    'imported links': ['./far/away.md'],
    'imported attachments': ['scan.pdf'],
  });
});

test('Bear: a locked note has no text, and the report says why; any other folder without one is named', async () => {
  const bear = 'net.shinyfrog.bear';
  const info = (more: object) => JSON.stringify({ creatorIdentifier: bear, [bear]: more });
  const { found } = await readAll(
    fileOf(
      zipOf({
        'Locked.textbundle/text.md': '',
        'Locked.textbundle/info.json': info({ locked: 1, lockedDate: '2026-01-02T03:04:05Z' }),
        'Sealed.textbundle/info.json': info({ locked: 1 }),
        'Opened.textbundle/text.md': 'It was unlocked when it was exported.',
        'Opened.textbundle/info.json': info({ locked: 1 }),
        'Broken.textbundle/info.json': info({}),
      }),
    ),
  );
  expect(itemsIn(found)).toMatchObject([{ title: 'Opened', body: 'It was unlocked when it was exported.' }]);
  expect(faultsIn(found)).toEqual([
    'Locked.textbundle/text.md: It’s locked in Bear. Unlock it there and export it again.',
    'Sealed.textbundle: It’s locked in Bear. Unlock it there and export it again.',
    'Broken.textbundle: There’s no text in this folder.',
  ]);
});

test('what another program adds to the front matter of our own file is kept beside the note', async () => {
  const [id, at] = ['019a0000-0000-7000-8000-0000000000f1', '2024-01-01T00:00:00.000Z'];
  const own = `uuid: ${id}\nrev: 1\nvisibility: private\nicon: null\nupdatedAt: ${at}\npublishedAt: null`;
  const head = `title: Plan\naliases: [null, Old plan, 7, true]\ntags: []\ncreated: ${at}\n${own}\nstatus: done\nimported:\n  status: new`;
  expect(await read(`---\n${head}\n---\nText`, 'Plan.md')).toMatchObject({
    own: { uuid: id, formerTitles: ['old plan', '7'], imported: { status: 'new' } },
    imported: { 'imported status': 'done', aliases: ['true'] },
  });
});
