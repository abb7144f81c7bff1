import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { sharedRenderer } from '../../support/builds/site-builds.ts';

test('the page renderer contains the production build of React, and is small enough for every function', async () => {
  const dir = path.dirname((await sharedRenderer()).entry);
  const names = (await readdir(dir, { recursive: true })).filter((name) => name.endsWith('.mjs'));
  const code = (await Promise.all(names.map((name) => readFile(path.join(dir, name), 'utf8')))).join('\n');
  // The compiler names the file that each part comes from.
  expect(code).toContain('react-dom-server.node.production');
  expect(code).not.toMatch(/react-dom[\w.-]+development\.js/);
  expect(code.length).toBeLessThan(3_600_000);
});
