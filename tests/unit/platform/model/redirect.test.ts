import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { safeRedirect } from '../../../../src/platform/model/paths.ts';

const site = 'https://commonplace.example';

describe('safeRedirect', () => {
  test.each(['/new', '/user?tab=notes', '/note/detail/1/caf%C3%A9#top', '/new?url=https%3A%2F%2Fexample.org'])(
    '%j is accepted',
    (path) => {
      expect(safeRedirect(path)).toBe(path);
    },
  );

  test.each([
    undefined,
    null,
    '',
    'new',
    'https://evil.example/',
    'javascript:alert(1)',
    '//evil.example',
    '//evil.example/%2f..',
    '/\\evil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '\\\\evil.example',
    ' //evil.example',
    '/\\/evil.example',
  ])('%j is replaced by the front page', (wished) => {
    expect(safeRedirect(wished)).toBe('/');
  });

  test('a path that becomes //host only after resolving its dots stays on this origin', () => {
    for (const path of ['/.//evil.example', '/a/..//evil.example', '/%2e//evil.example', '/x/.././/evil.example']) {
      expect(new URL(safeRedirect(path), site).origin, path).toBe(site);
    }
  });

  test('any redirect stays on this origin', () => {
    const piece = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '%2e',
      '%2f',
      '\t',
      '\n',
      '\r',
      ' ',
      '@',
      ':',
      '?',
      '#',
      'evil.example',
      'https:',
    );
    const wished = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(piece, { maxLength: 8 }).map((pieces) => `/${pieces.join('')}`),
    );
    fc.assert(
      fc.property(wished, (path) => {
        const to = safeRedirect(path);
        expect(to.startsWith('/')).toBe(true);
        expect(new URL(to, site).origin).toBe(site);
      }),
      { numRuns: 2000 },
    );
  });
});
