import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { buildWork } from '../../../netlify/build/workers/work.ts';
import { sampleNote } from '../../support/samples.ts';

test('a build leaves out what an earlier one never got beyond, and names what it works on', async () => {
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-left-out-'));
  onTestFinished(() => rm(dir, { recursive: true }));
  const at = path.join(dir, 'at');
  // A page whose rendering never ends, and others whose content is what the build said when they were rendered.
  const entry = path.join(dir, 'entry.mjs');
  await writeFile(
    entry,
    `import { readFileSync } from 'node:fs';
    export const fileRenderer = () => async (address) => {
      while (address === '/endless');
      return { status: 200, content: readFileSync(${JSON.stringify(path.join(dir, '0'))}, 'utf8').split('\\n')[0] };
    };`,
  );
  const [endless, note] = [sampleNote({ title: 'Endless' }), sampleNote({ title: 'Well' })];
  const work = buildWork(
    {
      ...{ entry, outDir: at, build: { id: 'b', timestamp: 0 }, snapshotFile: '', prerendered: 1, siteUrl: '' },
      watched: { dir, leftOut: ['/endless', `${endless.uuid} ${endless.rev}`] },
    },
    { content: {} } as never,
  );
  const cause = expect.stringContaining('never got beyond it') as string;
  expect(await work.write(['/before', '/endless', '/after'])).toEqual([{ address: '/endless', cause }]);
  expect((await readdir(at)).sort()).toEqual(['after.html', 'before.html']);
  expect(await readFile(path.join(at, 'after.html'), 'utf8')).toBe('/after');
  expect(await readFile(path.join(dir, '0'), 'utf8')).toMatch(/^\n/);

  const author = { id: note.authorId, handle: 'ada', name: 'Ada' } as never;
  const prepared = await work.prepare([endless, note].map((one) => ({ note: one, author, top: undefined })));
  expect(prepared.map(({ row }) => row.uuid)).toEqual([note.uuid]);
  // Its next version is tried.
  const [next] = await work.prepare([{ note: { ...endless, rev: endless.rev + 1 }, author, top: undefined }]);
  expect(next?.row.uuid).toBe(endless.uuid);
});
