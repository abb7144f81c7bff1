import { expect, test } from 'vitest';
import { fileOf, itemsIn, readAll, zipOf } from '../../../support/import-files.ts';

test('a vault’s links lead to headings, and unsupported links to paragraphs are reported', async () => {
  const text = [
    'To [[b#How it went, again]], [[b#Outer#Inner|inside]], | [[b\\|in a table]] |, [[#Here]], [there](#Further%20down),',
    '[by way](b.md#How%20it%20went), [[b#^a1]], ![[b#^a2]], [[#^a3|this one]], [[Elsewhere#Part]], [gone](c.md#Part).',
  ].join('\n');
  const { found } = await readAll(fileOf(zipOf({ 'a.md': text, 'b.md': '# How it went, again' }), 'vault.zip'));
  const [a] = itemsIn(found);
  expect(a?.body).toBe(
    [
      'To [b > How it went, again](import:b.md#h-how-it-went-again), [inside](import:b.md#h-inner), | [in a table](import:b.md) |, [[#Here]], [there](#h-further-down),',
      '[by way](import:b.md#h-how-it-went), [b > ^a1](import:b.md), [b > ^a2](import:b.md), this one, [[Elsewhere#Part]], gone.',
    ].join('\n'),
  );
  expect(a?.imported).toEqual({ blocks: ['b#^a1', 'b#^a2', '#^a3'], links: ['c.md#Part'] });
});

test('Logseq pages have the tags in their header, and slashes in their names', async () => {
  const page = 'type:: [[Book]]\ntags:: ai, #fun, [[Big Words]]\n\n- tags:: none of its own';
  const { found } = await readAll(
    fileOf(zipOf({ 'pages/n1___x.md': page, 'journals/2024_01_05.md': '- See [[n1/x]]' })),
  );
  expect(itemsIn(found)).toMatchObject([
    { title: 'n1/x', tags: ['ai', 'fun', 'Big Words'], body: page },
    { title: '2024_01_05', tags: [], body: '- See [[n1/x]]' },
  ]);
});
