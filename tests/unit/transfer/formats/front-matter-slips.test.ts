import { expect, test } from 'vitest';
import { fileOf, itemsIn, readAll } from '../../../support/import-files.ts';

async function itemOf(head: string, fence = '---') {
  const [item] = itemsIn((await readAll(fileOf(`${fence}\n${head}\n${fence}\nText.`, '2024-05-06.md'))).found);
  return item;
}

test('front matter with a colon in a title is read all the same, and the report names the line', async () => {
  expect(await itemOf('tags: [moons]\ntitle: Notes: part 2\nalso: @me\ncreated: 2024-03-04')).toEqual({
    ...{ title: 'Notes: part 2', body: 'Text.', tags: ['moons'], at: '2024-03-04T00:00:00.000Z' },
    imported: { 'file name': '2024-05-06', also: '@me' },
    remarks: ['The front matter between the lines --- has a mistake in line 3, which was read as text.'],
  });
});

test('of a name that is given twice, the second value is kept as it is', async () => {
  expect(await itemOf('title: One\ntitle: Two\naliases:\n  - a\n  - "b')).toMatchObject({
    ...{ title: 'One', body: 'Text.', imported: { 'front matter': 'title: Two\naliases:\n  - a\n  - "b' } },
    remarks: [expect.stringMatching(/ has a mistake in line 3\. What couldn’t be read is kept as it is\.$/)],
  });
});

test('values of a template that was never filled in refuse nothing', async () => {
  expect(await itemOf('created: {{date}} {{time}}\nplace: Io')).toMatchObject({
    ...{ title: '2024-05-06', body: 'Text.', imported: { created: '{{date}} {{time}}', place: 'Io' } },
  });
});

test('Hugo front matter with a mistake is kept as it is', async () => {
  expect(await itemOf('title = "A"\ntags = [', '+++')).toMatchObject({
    ...{ title: '2024-05-06', body: 'Text.', imported: { 'front matter': 'title = "A"\ntags = [' } },
    remarks: [expect.stringMatching(/between the lines \+\+\+ has a mistake in line \d/)],
  });
});

test('words between two rules at the beginning are part of the text', async () => {
  for (const words of ['An intro line.', '- one\n- two', 'left = right']) {
    const item = await itemOf(words);
    expect(item).toMatchObject({ title: '2024-05-06', body: `---\n${words}\n---\nText.` });
    expect(item).not.toHaveProperty('remarks');
  }
  expect(await itemOf('# nothing yet')).toMatchObject({ body: 'Text.' });
});
