import { existsSync, readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const pages = await Array.fromAsync(glob(['*.md', 'docs/**/*.md'], { cwd: root }));

/** A page's text without code blocks. */
const textOf = (page: string) => readFileSync(path.join(root, page), 'utf8').replace(/^```[\s\S]*?^```/gm, '');

/** The fragment ids of a page's headings. */
const headingsOf = (page: string) =>
  [...textOf(page).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N} -]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Why a page's link is broken; undefined for a valid or external one. */
function faultOf(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined;
  const [file = '', heading] = link.split('#');
  const target = file === '' ? page : path.join(path.dirname(page), file);
  if (!existsSync(path.join(root, target))) return `${page}: ${link} does not exist.`;
  if (heading !== undefined && !headingsOf(target).includes(heading)) return `${page}: ${link} has no such heading.`;
  return undefined;
}

test('every link in README, ARCHITECTURE, SECURITY and docs is valid', () => {
  const links = pages.flatMap((page) =>
    // Code blocks contain examples.
    [
      ...textOf(page)
        .replace(/`[^`\n]*`/g, '')
        .matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g),
    ].map(([, link, address]) => ({
      page,
      link: link ?? address ?? '',
    })),
  );
  expect(links.length).toBeGreaterThan(100);
  expect(links.map(({ page, link }) => faultOf(page, link)).filter(Boolean)).toEqual([]);
});

test.each(['ARCHITECTURE.md', 'README.md'])('every path mentioned in %s exists', (page) => {
  const paths = [...textOf(page).matchAll(/`((?:src|functions|netlify|tests|docs)(?:\/[^`\s]*)?)`/g)];
  expect(paths.map(([, named = '']) => named).filter((named) => !existsSync(path.join(root, named)))).toEqual([]);
});

test('each decision has a unique number, and the index lists it with its title', () => {
  const index = readFileSync(path.join(root, 'docs/decisions/README.md'), 'utf8');
  const decisions = pages.filter((one) => /decisions\/\d{4}-/.test(one));
  expect(new Set(decisions.map((page) => path.basename(page).slice(0, 4))).size).toBe(decisions.length);
  for (const page of decisions) {
    const title = /^# (.+)$/m.exec(textOf(page))?.[1] ?? '';
    expect(index).toContain(`(${path.basename(page)})`);
    expect(index).toContain(title);
  }
});
