import path from 'node:path';
import { ESLint } from 'eslint';
import tseslint from 'typescript-eslint';
import { describe, expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** The files are virtual, so the rules that ask the compiler for types are off; the walls need none. */
const eslint = new ESLint({ cwd: root, overrideConfig: [tseslint.configs.disableTypeChecked] });

const walls = ['import-x/no-restricted-paths', 'no-restricted-syntax', 'max-lines'];

/** The walls that this text breaks when it stands in this file. */
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

describe('an import across a wall is refused', () => {
  it.each([
    ['src/domain/a.ts', 'react'],
    ['src/domain/a.ts', 'node:crypto'],
    ['src/domain/a.ts', 'astro:content'],
    ['src/domain/a.ts', '../server/env.ts'],
    ['src/domain/a.ts', '../ui/Button.tsx'],
    ['src/formats/a.ts', 'node:fs'],
    ['src/formats/a.ts', '../server/env.ts'],
    ['src/server/a.ts', 'astro:content'],
    ['src/server/a.ts', '@upstash/redis'],
    ['src/server/a.ts', '../islands/NoteForm.tsx'],
    ['src/server/a.ts', '../client/session.ts'],
    ['src/server/a.ts', '../../functions/note.ts'],
    ['src/server/http/a.ts', '../../../netlify/local/redis.ts'],
    ['src/server/store/a.ts', 'astro:content'],
    ['src/server/store/a.ts', '../../client/session.ts'],
    ['functions/a.ts', '@upstash/redis'],
    ['functions/a.ts', '@upstash/ratelimit'],
    ['functions/a.ts', '../src/ui/Button.tsx'],
    ['functions/a.ts', '../src/islands/NoteForm.tsx'],
    ['functions/a.ts', '../netlify/local/redis.ts'],
    ['functions/note-page.ts', '../src/reading/Article.tsx'],
    ['functions/note-page.ts', '../src/client/session.ts'],
    ['src/server/a.ts', '../reading/Article.tsx'],
    ['src/server/pages/a.tsx', '../../islands/NoteForm.tsx'],
    ['functions/note-page.ts', '../netlify/local/redis.ts'],
    ['src/client/a.ts', '../server/env.ts'],
    ['src/client/a.ts', '../ui/Button.tsx'],
    ['src/client/a.ts', '../islands/NoteForm.tsx'],
    ['src/client/a.ts', 'node:crypto'],
    ['src/client/a.ts', '../styles/shell.css'],
    ['src/client/toasts.ts', '../ui/Button.tsx'],
    ['src/client/modal.ts', '../server/env.ts'],
    ['src/ui/A.tsx', '../domain/note.ts'],
    ['src/ui/A.tsx', '../client/session.ts'],
    ['src/islands/A.tsx', '../server/env.ts'],
    ['src/islands/A.tsx', '../server/store/notes.ts'],
    ['src/islands/A.tsx', '@upstash/redis'],
    ['src/reading/A.tsx', '../client/session.ts'],
    ['src/reading/A.tsx', '../server/env.ts'],
    ['src/content/a.ts', '../client/session.ts'],
    ['src/content.config.ts', '@upstash/redis'],
    ['src/pages/feed.xml.ts', '../../netlify/local/redis.ts'],
    ['src/pages/feed.xml.ts', '../../functions/note.ts'],
    ['src/pages/feed.xml.ts', '@upstash/redis'],
    ['netlify/local/a.ts', '@upstash/redis'],
    ['netlify/local/a.ts', '../../src/islands/NoteForm.tsx'],
    ['netlify/local/a.ts', '../../tests/support/store.ts'],
    ['netlify/build/a.mjs', '../../src/client/session.ts'],
  ])('%s does not import %s', async (file, specifier) => {
    expect(await broken(file, importing(specifier))).not.toEqual([]);
  });

  it.each([
    ['src/components/A.astro', '../client/session.ts'],
    ['src/components/A.astro', '../server/store/notes.ts'],
    ['src/layouts/A.astro', '../server/env.ts'],
    ['src/layouts/A.astro', '../client/session.ts'],
    ['src/layouts/A.astro', '../pages/feed.xml.ts'],
    ['src/pages/a.astro', '../../netlify/local/redis.ts'],
    ['src/pages/a.astro', '../../functions/note.ts'],
    ['src/pages/a.astro', '@upstash/redis'],
  ])('the frontmatter of %s does not import %s', async (file, specifier) => {
    expect(await broken(file, frontmatter(specifier))).not.toEqual([]);
  });

  it.each([
    ['src/pages/a.astro', '../server/env.ts'],
    ['src/pages/a.astro', '../server/store/notes.ts'],
    ['src/layouts/A.astro', '../server/env.ts'],
    ['src/pages/a.astro', 'astro:content'],
  ])('a script block of %s does not import %s', async (file, specifier) => {
    expect(await broken(file, script(specifier))).not.toEqual([]);
  });

  it.each([
    ['a re-export', "export { it } from '../server/env.ts';\n"],
    ['a re-export of everything', "export * from '../server/env.ts';\n"],
    ['a dynamic import', "export const it = import('../server/env.ts');\n"],
    ['a type import', "import type { It } from '../server/env.ts';\nexport type Here = It;\n"],
    ['a dynamic import of a package', "export const it = import('node:fs');\n"],
  ])('%s counts as an import', async (_, text) => {
    expect(await broken('src/domain/a.ts', text)).not.toEqual([]);
  });
});

describe('an import along the way of the data is welcome', () => {
  it.each([
    ['src/domain/a.ts', 'zod'],
    ['src/domain/a.ts', './limits.ts'],
    ['src/server/a.ts', '../domain/note.ts'],
    ['src/server/a.ts', './store/notes.ts'],
    ['src/server/a.ts', 'node:crypto'],
    ['src/server/store/a.ts', '@upstash/redis'],
    ['src/server/store/a.ts', '../env.ts'],
    ['functions/a.ts', '../src/server/http/endpoint.ts'],
    ['functions/a.ts', '../src/domain/note.ts'],
    ['functions/note-page.ts', '../src/server/pages/markup.tsx'],
    ['src/server/pages/a.tsx', '../../reading/Article.tsx'],
    ['src/client/a.ts', '../domain/note.ts'],
    ['src/ui/A.tsx', './Button.tsx'],
    ['src/ui/A.tsx', '../domain/initials.ts'],
    ['src/ui/A.tsx', 'react'],
    ['src/islands/A.tsx', '../ui/Button.tsx'],
    ['src/islands/A.tsx', '../client/session.ts'],
    ['src/islands/A.tsx', '../domain/note.ts'],
    ['src/reading/A.tsx', '../domain/note.ts'],
    ['src/content/a.ts', '../server/sync.ts'],
    ['src/content/a.ts', 'astro:content'],
    ['src/content.config.ts', './server/sync.ts'],
    ['src/pages/feed.xml.ts', '../server/env.ts'],
    ['netlify/local/a.ts', '../../functions/note.ts'],
    ['netlify/local/a.ts', '../../src/server/env.ts'],
    ['netlify/build/a.ts', '../../src/domain/note.ts'],
    ['tests/unit/a.test.ts', '../../netlify/local/redis.ts'],
    ['tests/api/a.test.ts', '../../functions/note.ts'],
    ['tests/api/a.test.ts', '@upstash/redis'],
    ['tests/unit/a.test.tsx', '../../src/ui/Button.tsx'],
  ])('%s imports %s', async (file, specifier) => {
    expect(await broken(file, importing(specifier))).toEqual([]);
  });

  it.each([
    ['src/pages/a.astro', '../server/env.ts'],
    ['src/pages/a.astro', '../layouts/Default.astro'],
    ['src/pages/a.astro', '../islands/NoteForm.tsx'],
    ['src/components/A.astro', '../layouts/Default.astro'],
    ['src/components/A.astro', '../domain/paths.ts'],
    ['src/layouts/A.astro', '../server/site.ts'],
    ['src/components/A.astro', '../islands/NoteForm.tsx'],
    ['src/layouts/A.astro', '../components/Document.astro'],
    ['src/layouts/A.astro', '../ui/Button.tsx'],
  ])('the frontmatter of %s imports %s', async (file, specifier) => {
    expect(await broken(file, frontmatter(specifier))).toEqual([]);
  });

  it.each([
    ['src/layouts/A.astro', '../client/session.ts'],
    ['src/pages/a.astro', '../domain/paths.ts'],
  ])('a script block of %s imports %s', async (file, specifier) => {
    expect(await broken(file, script(specifier))).toEqual([]);
  });
});

describe('the form of a file', () => {
  it.each(['./limits', './limits.js', '..', '.', '/src/domain/limits.ts'])(
    '%s is no way to import',
    async (specifier) => {
      expect(await broken('src/domain/a.ts', importing(specifier))).toContain('no-restricted-syntax');
      expect(await broken('tests/unit/a.test.ts', importing(specifier))).toEqual(['no-restricted-syntax']);
    },
  );

  it.each(['./a.css', './a.json', './a.css?url'])('%s is a way to import', async (specifier) => {
    expect(await broken('src/islands/A.tsx', importing(specifier))).toEqual([]);
  });

  it.each(['src/domain/a.ts', 'src/islands/A.tsx', 'netlify/a.mjs'])('%s has at most 250 lines', async (file) => {
    expect(await broken(file, '\n'.repeat(249))).toEqual([]);
    expect(await broken(file, '\n'.repeat(251))).toEqual(['max-lines']);
  });

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
    // In two pieces, since this file is a test as well.
    ["await fetch('http://localhost", "8888/');"].join(':'),
    ['await fetch(`http://127.0.0.1', '8888/${path}`);'].join(':'),
    "server.listen(8888, '127.0.0.1');",
  ])('may not say %s', async (text) => {
    expect(await broken('tests/e2e/a.spec.ts', `${text}\n`)).toContain('no-restricted-syntax');
  });

  it.each([
    'test.setTimeout(60_000);',
    'await expect.poll(() => 1).toBe(1);',
    'page.setDefaultTimeout(1000);',
    "server.listen(0, '127.0.0.1');",
    'await fetch(`http://127.0.0.1:${port}/`);',
  ])('may say %s', async (text) => {
    expect(await broken('tests/e2e/a.spec.ts', `${text}\n`)).toEqual([]);
  });
});
