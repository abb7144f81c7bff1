import path from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');

/** The files are virtual, so rules that need types are off; the import rules need none. */
const eslint = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] });

const walls = ['import-x/no-restricted-paths', 'no-restricted-syntax', 'max-lines'];

/** The import rules that this code violates in this file. */
async function broken(filePath: string, text: string): Promise<string[]> {
  const [result] = await eslint.lintText(text, { filePath: path.join(root, filePath) });
  const messages = result?.messages ?? [];
  expect(messages.filter((message) => message.fatal)).toEqual([]);
  return messages.flatMap(({ ruleId }) => (ruleId && walls.includes(ruleId) ? [ruleId] : []));
}

function importing(specifier: string) {
  return `import { it } from '${specifier}';\nexport const here = it;\n`;
}

const frontmatter = (specifier: string) => `---\n${importing(specifier).replace('export ', '')}---\n<p>{here}</p>\n`;
const script = (specifier: string) =>
  `<p>text</p>\n<script>\n  ${importing(specifier).replace('export ', '')}</script>\n`;

describe('a forbidden import is reported', () => {
  it.each([
    ['src/notes/model/a.ts', 'react'],
    ['src/notes/model/a.ts', 'node:crypto'],
    ['src/notes/model/a.ts', 'astro:content'],
    ['src/notes/model/a.ts', '../server/open-note.ts'],
    ['src/notes/model/a.ts', '../../ui/Button.tsx'],
    ['src/notes/model/a.ts', '../../search/model/query.ts'],
    ['src/platform/model/a.ts', '../../notes/model/note.ts'],
    ['src/transfer/formats/a.ts', 'node:fs'],
    ['src/transfer/formats/a.ts', '../../platform/server/env.ts'],
    ['src/notes/server/a.ts', 'astro:content'],
    ['src/notes/server/a.ts', '@upstash/redis'],
    ['src/notes/server/a.ts', '../views/NoteHead.tsx'],
    ['src/notes/server/a.ts', '../../people/browser/session.ts'],
    ['src/notes/server/a.ts', '../../inbox/server/notices.ts'],
    ['src/notes/server/a.ts', '../../../functions/note.ts'],
    ['src/platform/server/http/a.ts', '../../../../netlify/local/redis/redis.ts'],
    ['src/notes/server/store/a.ts', 'astro:content'],
    ['src/notes/server/store/a.ts', '../../../people/browser/session.ts'],
    ['functions/a.ts', '@upstash/redis'],
    ['functions/a.ts', '../src/ui/Button.tsx'],
    ['functions/a.ts', '../src/writing/views/NoteForm.tsx'],
    ['functions/a.ts', '../netlify/local/redis/redis.ts'],
    ['functions/note-page.ts', '../src/notes/views/static/Article.tsx'],
    ['src/writing/browser/a.ts', '../server/notes.ts'],
    ['src/writing/browser/a.ts', '../../transfer/browser/import-run.ts'],
    ['src/writing/browser/a.ts', 'node:crypto'],
    ['src/writing/browser/a.ts', '../../styles/shell.css'],
    ['src/ui/A.tsx', '../notes/model/note.ts'],
    ['src/ui/A.tsx', '../people/browser/session.ts'],
    ['src/writing/views/A.tsx', '../server/notes.ts'],
    ['src/writing/views/A.tsx', '../../notes/server/store/notes.ts'],
    ['src/writing/views/A.tsx', '@upstash/redis'],
    ['src/writing/views/A.tsx', '../../transfer/views/Imports.tsx'],
    ['src/notes/views/static/A.tsx', '../../../people/browser/session.ts'],
    ['src/notes/views/static/A.tsx', '../../../platform/server/env.ts'],
    ['src/feeds/pages/a.ts', '../../../netlify/local/redis/redis.ts'],
    ['src/pages/feed.xml.ts', '../../netlify/local/redis/redis.ts'],
    ['src/pages/feed.xml.ts', '../../functions/note.ts'],
    ['src/pages/feed.xml.ts', '@upstash/redis'],
    ['netlify/local/a.ts', '@upstash/redis'],
    ['netlify/local/a.ts', '../../src/writing/views/NoteForm.tsx'],
    ['netlify/local/a.ts', '../../tests/support/store.ts'],
    ['netlify/build/a.mjs', '../../src/people/browser/session.ts'],
  ])('%s must not import %s', async (file, specifier) => {
    expect(await broken(file, importing(specifier))).not.toEqual([]);
  });

  it.each([
    ['src/notes/views/static/A.astro', '../../../people/browser/session.ts'],
    ['src/notes/views/static/A.astro', '../../server/store/notes.ts'],
    ['src/layouts/A.astro', '../platform/server/env.ts'],
    ['src/layouts/A.astro', '../people/browser/session.ts'],
    ['src/layouts/A.astro', '../pages/feed.xml.ts'],
    ['src/pages/a.astro', '../../netlify/local/redis/redis.ts'],
    ['src/pages/a.astro', '../../functions/note.ts'],
    ['src/pages/a.astro', '@upstash/redis'],
  ])('the frontmatter of %s must not import %s', async (file, specifier) => {
    expect(await broken(file, frontmatter(specifier))).not.toEqual([]);
  });

  it.each([
    ['src/pages/a.astro', '../platform/server/env.ts'],
    ['src/pages/a.astro', '../notes/server/store/notes.ts'],
    ['src/layouts/A.astro', '../platform/server/env.ts'],
    ['src/pages/a.astro', 'astro:content'],
  ])('a script block of %s must not import %s', async (file, specifier) => {
    expect(await broken(file, script(specifier))).not.toEqual([]);
  });

  it.each([
    ['a re-export', "export { it } from '../server/open-note.ts';\n"],
    ['a re-export of everything', "export * from '../server/open-note.ts';\n"],
    ['a dynamic import', "export const it = import('../server/open-note.ts');\n"],
    ['a type import', "import type { It } from '../server/open-note.ts';\nexport type Here = It;\n"],
    ['a dynamic import of a package', "export const it = import('node:fs');\n"],
  ])('%s counts as an import', async (_, text) => {
    expect(await broken('src/notes/model/a.ts', text)).not.toEqual([]);
  });
});

describe('an allowed import is accepted', () => {
  it.each([
    ['src/notes/model/a.ts', 'zod'],
    ['src/notes/model/a.ts', './note.ts'],
    ['src/notes/model/a.ts', '../../platform/model/limits.ts'],
    ['src/writing/server/a.ts', '../../notes/model/note.ts'],
    ['src/writing/server/a.ts', '../../moderation/server/moderation-check.ts'],
    ['src/writing/server/a.ts', 'node:crypto'],
    ['src/notes/server/store/a.ts', '@upstash/redis'],
    ['src/notes/server/store/a.ts', '../../../platform/server/env.ts'],
    ['functions/a.ts', '../src/platform/server/http/endpoint.ts'],
    ['functions/a.ts', '../src/notes/model/note.ts'],
    ['functions/note-page.ts', '../src/app/pages/markup.tsx'],
    ['src/app/pages/a.tsx', '../../notes/views/static/Article.tsx'],
    ['src/writing/browser/a.ts', '../../notes/model/note.ts'],
    ['src/ui/A.tsx', './Button.tsx'],
    ['src/ui/A.tsx', '../platform/model/initials.ts'],
    ['src/ui/A.tsx', 'react'],
    ['src/writing/views/A.tsx', '../../ui/Button.tsx'],
    ['src/writing/views/A.tsx', '../../people/browser/session.ts'],
    ['src/writing/views/A.tsx', '../../notes/model/note.ts'],
    ['src/discussion/views/static/A.tsx', '../../../notes/model/note.ts'],
    ['src/pages/feed.xml.ts', '../platform/server/env.ts'],
    ['netlify/local/a.ts', '../../functions/note.ts'],
    ['netlify/local/a.ts', '../../src/platform/server/env.ts'],
    ['netlify/build/a.ts', '../../src/notes/model/note.ts'],
    ['tests/unit/a.test.ts', '../../netlify/local/redis/redis.ts'],
    ['tests/api/a.test.ts', '../../functions/note.ts'],
    ['tests/api/a.test.ts', '@upstash/redis'],
    ['tests/unit/a.test.tsx', '../../src/ui/Button.tsx'],
  ])('%s may import %s', async (file, specifier) => {
    expect(await broken(file, importing(specifier))).toEqual([]);
  });

  it.each([
    ['src/pages/a.astro', '../platform/server/env.ts'],
    ['src/pages/a.astro', '../layouts/Default.astro'],
    ['src/pages/a.astro', '../writing/views/NoteForm.tsx'],
    ['src/notes/views/static/A.astro', '../../model/note.ts'],
    ['src/layouts/A.astro', '../platform/server/site.ts'],
    ['src/layouts/A.astro', './Document.astro'],
    ['src/layouts/A.astro', '../ui/Button.tsx'],
  ])('the frontmatter of %s may import %s', async (file, specifier) => {
    expect(await broken(file, frontmatter(specifier))).toEqual([]);
  });

  it.each([
    ['src/layouts/A.astro', '../people/browser/session.ts'],
    ['src/pages/a.astro', '../platform/model/paths.ts'],
  ])('a script block of %s may import %s', async (file, specifier) => {
    expect(await broken(file, script(specifier))).toEqual([]);
  });
});

describe('the format of a file', () => {
  it.each(['./limits', './limits.js', '..', '.', '/src/platform/model/limits.ts'])(
    '%s is not allowed as an import',
    async (specifier) => {
      expect(await broken('src/notes/model/a.ts', importing(specifier))).toContain('no-restricted-syntax');
      expect(await broken('tests/unit/a.test.ts', importing(specifier))).toEqual(['no-restricted-syntax']);
    },
  );

  it.each(['./a.css', './a.json', './a.css?url'])('%s is allowed as an import', async (specifier) => {
    expect(await broken('src/writing/views/A.tsx', importing(specifier))).toEqual([]);
  });

  it.each(['src/notes/model/a.ts', 'src/writing/views/A.tsx', 'netlify/a.mjs'])(
    '%s has at most 250 lines',
    async (file) => {
      expect(await broken(file, '\n'.repeat(249))).toEqual([]);
      expect(await broken(file, '\n'.repeat(251))).toEqual(['max-lines']);
    },
  );

  it('an .astro file has at most 250 lines', async () => {
    expect(await broken('src/pages/a.astro', '<p>text</p>\n'.repeat(251))).toEqual(['max-lines']);
  });
});

describe('a test', () => {
  it.each([
    "it.only('is alone', () => {});",
    "test.skip('is left out', () => {});",
    "test.describe.only('is alone', () => {});",
    "describe.skipIf(true)('is left out', () => {});",
    "test.fixme('waits', () => {});",
    "it.todo('waits');",
    'await page.waitForTimeout(100);',
    'await new Promise((done) => setTimeout(done, 100));',
    "import { setTimeout as sleep } from 'node:timers/promises';\nawait sleep(100);",
    // Split in two, since this file is itself a test.
    ["await fetch('http://localhost", "8888/');"].join(':'),
    ['await fetch(`http://127.0.0.1', '8888/${path}`);'].join(':'),
    "server.listen(8888, '127.0.0.1');",
  ])('must not contain %s', async (text) => {
    expect(await broken('tests/e2e/a.spec.ts', `${text}\n`)).toContain('no-restricted-syntax');
  });

  it.each([
    'test.setTimeout(60_000);',
    'await expect.poll(() => 1).toBe(1);',
    'page.setDefaultTimeout(1000);',
    "server.listen(0, '127.0.0.1');",
    'await fetch(`http://127.0.0.1:${port}/`);',
  ])('may contain %s', async (text) => {
    expect(await broken('tests/e2e/a.spec.ts', `${text}\n`)).toEqual([]);
  });
});
