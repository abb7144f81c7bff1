import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanHtml } from '../../../src/capture/server/clean-html.ts';
import { addresses } from '../../support/hostile/hostile-markdown.ts';
import { elementsOf } from '../../support/browser/html-tree.ts';

const elements = new Set(
  'p em strong del blockquote hr br sup sub pre code a img h2 h3 h4 h5 h6 ul ol li dl dt dd figure figcaption table thead tbody tr th td'.split(
    ' ',
  ),
);
const attributes: Record<string, string[]> = {
  a: ['href', 'title', 'rel'],
  img: ['src', 'alt', 'title', 'loading', 'decoding', 'referrerpolicy'],
  ol: ['start'],
  pre: ['tabindex'],
};
const base = 'https://example.org/a/b';

/** The document that a browser would parse. */
function expectSafe(html: string): void {
  const { html: clean } = cleanHtml(html, base);
  expect(cleanHtml(clean, base).html).toBe(clean);
  for (const { name, attributes: given } of elementsOf(clean)) {
    expect(elements).toContain(name);
    for (const [attribute, value] of given) {
      expect(attributes[name] ?? [], `${name} ${attribute}`).toContain(attribute);
      if (attribute === 'href') expect(new URL(value).protocol).toMatch(/^(https?|mailto):$/);
      if (attribute === 'src') expect(new URL(value).protocol).toBe('https:');
    }
  }
}

test.each([
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '<svg/onload=alert(1)><a xlink:href="javascript:alert(1)">x</a></svg>',
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=alert(1)&gt;">',
  '<form><math><mtext></form><form><mglyph><style></math><img src onerror=alert(1)>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '<template><img src=x onerror=alert(1)></template>',
  '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
  '<base href="javascript:alert(1)//"><a href="x">x</a>',
  '<a href="java\nscript:alert(1)">x</a><a href=" \u0001javascript:alert(1)">y</a><a href="data:text/html,x">z</a>',
  '<p style="background:url(javascript:alert(1))" id="session" class="x" name="y">x</p>',
  '<img srcset="https://example.org/x 1x" src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<td>loose</td><li>loose</li><tr><dd>',
])('hostile HTML is reduced to the allowed list: %j', (html) => {
  expectSafe(html);
  expectSafe(`<p>a ${html} b</p>`);
});

test('a formula is shown as written instead of disappearing', () => {
  const of = (html: string) => cleanHtml(`<p>So ${html} it is.</p>`, base);
  const drawn =
    '<semantics><mrow><mi>E</mi></mrow><annotation encoding="application/x-tex">{\\displaystyle E=mc^{2}}</annotation></semantics>';
  expect(of(`<math>${drawn}</math>`)).toEqual({
    html: '<p>So <code>E=mc^{2}</code> it is.</p>',
    text: 'So E=mc^{2} it is.',
  });
  expect(of(`<math alttext="a&lt;b">${drawn}</math>`).html).toBe('<p>So <code>a&#x3C;b</code> it is.</p>');
  const untold =
    '<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac><msup><mi>c</mi><mn>2</mn></msup>';
  expect(of(`<math>${untold}<msqrt><mi>d</mi></msqrt></math>`).text).toBe('So (a+b)/2c^2√(d) it is.');
  expect(of('<math><constructor><mi>a</mi><mi>b</mi></constructor></math>').text).toBe('So ab it is.');
  expect(of('<math></math>').html).toBe('<p>So  it is.</p>');
});

function workOf(html: string): number {
  const before = process.cpuUsage();
  cleanHtml(html, base);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

test('nested empty formulas cost about as much as one', () => {
  const nested = (depth: number) => `${'<math>'.repeat(depth)}${'<mi></mi>'.repeat(50_000)}${'</math>'.repeat(depth)}`;
  // Searching at each level took twenty times as long.
  expect(workOf(nested(240))).toBeLessThan(6 * workOf(nested(1)));
});

test('the cost of a formula with a long run of spaces is linear in its length', () => {
  // Quadratic time took two seconds.
  expect(workOf(`<p><math alttext="{\\displaystyle${' '.repeat(40_000)}x">`)).toBeLessThan(500);
});

test.each(addresses)('no link or picture has the address %j', (address) => {
  const quoted = address.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  expectSafe(`<a href="${quoted}">a</a><img src="${quoted}">`);
});

test('any markup is reduced to the allowed list', () => {
  const piece = fc.constantFrom(
    '<',
    '>',
    '"',
    "'",
    '=',
    '/',
    'a',
    'img',
    'svg',
    'style',
    'onload',
    'src',
    'href',
    'javascript:',
    ' ',
    '<!--',
    '-->',
    '<p>',
    '</p>',
    '<table>',
    '<td>',
    '<pre>',
    '\n',
    '<a href="b">',
    '<b>',
    '<button>',
    '<li>',
    '<ul>',
    '</ul>',
    '&lt;',
    '\0',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => expectSafe(pieces.join(''))),
    { numRuns: 500 },
  );
});

test('links and pictures are absolute, pictures use https, and showing them sends no referrer', () => {
  const { html, text } = cleanHtml(
    '<h1>Top</h1><p><b>Bold</b> <a href="../c">c</a><img src="http://a.example/p.png" alt="A pot"></p>',
    base,
  );
  expect(html).toBe(
    '<h2>Top</h2><p><strong>Bold</strong> <a href="https://example.org/c" rel="ugc noopener noreferrer">c</a>' +
      '<img src="https://a.example/p.png" alt="A pot" loading="lazy" decoding="async" referrerpolicy="no-referrer"></p>',
  );
  expect(text).toBe('Top\nBold c');
});
