import { icons as lucide } from '@iconify-json/lucide';
import { icons as names } from '@iconify-json/simple-icons';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDrawing, parseIconName, svgOf } from '../../../../src/platform/model/icon.ts';

test.each([
  ['lucide:book', { collection: 'lucide', icon: 'book' }],
  ['simple-icons:wikipedia', { collection: 'simple-icons', icon: 'wikipedia' }],
  ['lucide', undefined],
  ['lucide:', undefined],
  [':book', undefined],
  ['a:b:c', undefined],
  ['lucide:../../etc/passwd', undefined],
  ['lucide:book?x=1', undefined],
  ['Lucide:Book', undefined],
  ['lucide:book,tag', undefined],
  ['lucide:"><script>alert(1)</script>', undefined],
  [`lucide:${'a'.repeat(80)}`, undefined],
  ['', undefined],
])('%s names %o', (name, parsed) => expect(parseIconName(name)).toEqual(parsed));

describe('an icon’s body', () => {
  test.each([
    '<path fill="currentColor" d="M0 0h24v24H0z"/>',
    '<g fill="none" stroke="currentColor"><path d="M1 1"/><circle cx="1" cy="2" r="3"></circle></g>',
    '<defs><linearGradient id="a"><stop offset="0" stop-color="#fff"/></linearGradient></defs><path fill="url(#a)" d="M0 0"/>',
    '<mask id="m"><path d="M0 0"/></mask><use href="#m"/>',
  ])('draws: %s', (body) => expect(isDrawing(body)).toBe(true));

  test.each([
    '',
    'text',
    '<script>alert(1)</script>',
    '<path onload="alert(1)" d="M0 0"/>',
    '<path d="M0 0" onclick=alert(1) />',
    '<image href="https://x.example/a.png"/>',
    '<use href="https://x.example/a.svg#b"/>',
    '<use href="javascript:alert(1)"/>',
    '<use xlink:href="data:image/svg+xml;base64,AAAA"/>',
    '<a href="#x"><path d="M0 0"/></a>',
    '<foreignObject><p>x</p></foreignObject>',
    '<animate attributeName="href" to="javascript:alert(1)"/>',
    '<set attributeName="onmouseover" to="alert(1)"/>',
    '<style>*{display:none}</style>',
    '<path style="background:url(https://x.example)" d="M0 0"/>',
    '<path fill="url(https://x.example/#a)" d="M0 0"/>',
    '<path fill="u\\72l(//x.example)" d="M0 0"/>',
    '<path d="M0 0"/></svg><img src=x onerror=alert(1)>',
    '</g><path d="M0 0"/>',
    '<g><path d="M0 0"/>',
    '<g><path d="M0 0"/></mask>',
    '<path d="M0 0"/><!-- x --><path d="M0 0"/>',
    '<path d="&#x22;"/>',
    '<PATH d="M0 0"/>',
    `<path d="${'M0 0'.repeat(30_000)}"/>`,
  ])('is refused: %s', (body) => {
    expect(isDrawing(body)).toBe(false);
    expect(svgOf('x:y', { body, width: 24, height: 24 })).toBeUndefined();
  });

  test('never contains active content, however it is composed', () => {
    const piece = fc.constantFrom(
      ...[
        '<',
        '>',
        '/',
        '"',
        "'",
        '=',
        ' ',
        'script',
        'path',
        'g',
        'svg',
        'onload',
        'href',
        'd',
        'url(',
        '#a',
        ':',
        'x',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const body = pieces.join('');
        if (isDrawing(body)) expect(body).not.toMatch(/<\s*(?:script|svg)|\son|url\((?!#)|<!|'/);
      }),
      { numRuns: 3000 },
    );
  });

  test('of every installed icon can be drawn', () => {
    const refused = [lucide, names].flatMap((set) =>
      Object.entries(set.icons)
        .filter(([, icon]) => !isDrawing(icon.body))
        .map(([name]) => `${set.prefix}:${name}`),
    );
    expect(refused).toEqual([]);
  });
});

describe('the drawn icon', () => {
  test('has the size of the text and is hidden from screen readers', () => {
    expect(svgOf('x:y', { body: '<path d="M0 0"/>', width: 20, height: 16 })).toBe(
      '<svg viewBox="0 0 20 16" width="1em" height="1em" aria-hidden="true"><path d="M0 0"/></svg>',
    );
  });

  test('has unique ids', () => {
    const body = '<mask id="main"><path d="M0 0"/></mask><g mask="url(#main)"><use href="#main"/></g>';
    const svg = svgOf('x:y', { body, width: 1, height: 1 });
    expect(svg).toContain('id="x-y-main"');
    expect(svg).toContain('url(#x-y-main)');
    expect(svg).toContain('href="#x-y-main"');
  });

  test('is refused for a view box that is not made of numbers', () => {
    const width = '1" onload="alert(1)' as unknown as number;
    expect(svgOf('x:y', { body: '<path d="M0 0"/>', width, height: 1 })).toBeUndefined();
  });
});
