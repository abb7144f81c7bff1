import { describe, expect, test } from 'vitest';
import { Domain, domainsOf } from '../../../src/moderation/model/entry.ts';
import {
  isNewcomer,
  linksAlone,
  manyLinks,
  oneHost,
  repeatedNote,
  titleInCapitals,
  spamLimits,
  suspicion,
  tooManyNotes,
  type SpamEvidence,
} from '../../../src/moderation/model/spam.ts';
import { cpuMsOf } from '../../support/time-limits.ts';

const now = new Date('2026-11-21T12:00:00.000Z');
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const essay = `A long walk along the river showed me how patient water is: it takes the stone a grain at a time, and nobody
notices until the bend has moved a field further to the west.`;

type Part = Partial<SpamEvidence['note']> & { createdAt?: string };
const a = (fields: Part = {}) => ({ title: 'On rivers', body: essay, url: null, createdAt: ago(600), ...fields });
const evidence = (note: Part, earlier: Part[] = [], more: Partial<SpamEvidence> = {}): SpamEvidence => ({
  note: a(note),
  earlier: earlier.map(a),
  now,
  rateScale: 1,
  fresh: true,
  ...more,
});
const links = (count: number) => Array.from({ length: count }, (_, at) => `https://example.org/${at}`);

describe('a note of a newcomer', () => {
  test('with an ordinary text or link is not suspicious', () => {
    expect(suspicion(evidence({}))).toBeUndefined();
    expect(suspicion(evidence({ url: 'https://example.org/a', body: '' }, [{ url: 'https://example.com/b' }]))).toBe(
      undefined,
    );
  });

  test('lists every reason that applies', () => {
    const reason = suspicion(evidence({ title: 'BUY THE CHEAPEST PILLS', body: links(2).join(' ') }));
    expect(reason).toMatch(/nothing but links.+capitals or symbols/);
  });
});

describe('too many notes within an hour', () => {
  const flood = Array.from({ length: spamLimits.notesAnHour }, (_, at) => ({ createdAt: ago(at), body: `${at}` }));

  test('are suspicious from the ninth on', () => {
    expect(tooManyNotes(evidence({}, flood))).toMatch(/many notes within an hour/);
    expect(tooManyNotes(evidence({}, flood.slice(1)))).toBeUndefined();
  });

  test('follow the rate limit scale, and ignore notes that others could already read', () => {
    expect(tooManyNotes(evidence({}, flood, { rateScale: 2 }))).toBeUndefined();
    expect(tooManyNotes(evidence({}, flood, { fresh: false }))).toBeUndefined();
  });

  test('are fine over a longer time', () => {
    expect(
      tooManyNotes(
        evidence(
          {},
          flood.map((note) => ({ ...note, createdAt: ago(61) })),
        ),
      ),
    ).toBeUndefined();
  });
});

describe('links', () => {
  test('are suspicious if there are many in few words', () => {
    expect(manyLinks(evidence({ body: `See ${links(4).join(' and ')}.` }))).toMatch(/many links/);
    expect(manyLinks(evidence({ body: `See ${links(3).join(' and ')}.` }))).toBeUndefined();
  });

  test('are fine among enough words, up to a limit', () => {
    const body = (count: number) => `${`${essay} `.repeat(8)}${links(count).join(' ')}`;
    expect(manyLinks(evidence({ body: body(12) }))).toBeUndefined();
    expect(manyLinks(evidence({ body: body(13) }))).toMatch(/many links/);
  });

  test('in Markdown count as well', () => {
    expect(
      manyLinks(
        evidence({
          body: links(4)
            .map((url) => `[here](${url})`)
            .join(' '),
        }),
      ),
    ).toMatch(/many links/);
  });

  test('alone are not suspicious, but a link without text is', () => {
    expect(linksAlone(evidence({ body: ` ${links(1).join()}\n` }))).toMatch(/nothing but links/);
    expect(linksAlone(evidence({ body: `Look: ${links(1).join()}` }))).toBeUndefined();
    expect(linksAlone(evidence({ body: '', url: 'https://example.org' }))).toBeUndefined();
  });
});

describe('repeated content', () => {
  test('is recognised by its address, whatever its tracking parameters', () => {
    const earlier = [{ url: 'https://www.example.org/a/?b=1', body: '' }];
    const same = { url: 'https://example.org/a?utm_source=x&b=1', body: 'Again.' };
    expect(repeatedNote(evidence(same, earlier))).toMatch(/shared this link before/);
    expect(repeatedNote(evidence({ ...same, url: 'https://example.org/a?b=2' }, earlier))).toBeUndefined();
  });

  test('is recognised by its text, even with small changes', () => {
    expect(repeatedNote(evidence({ body: `${essay} Today.` }, [{}]))).toMatch(/almost the same/);
    expect(repeatedNote(evidence({ body: essay.replaceAll(/\bthe\b/g, 'a') }, [{}]))).toBeUndefined();
  });

  test('is compared by its beginning, however long it is', async () => {
    const workOn = (length: number) => {
      const body = (from: number) =>
        Array.from({ length }, (_, at) => String.fromCodePoint(0x4e00 + ((from + at * at) % 20_000))).join('');
      const notes = Array.from({ length: 30 }, (_, at) => ({ body: body(at * 97) }));
      return cpuMsOf(() => repeatedNote(evidence({ body: body(7) }, notes)));
    };
    await workOn(2_000);
    expect(await workOn(20_000)).toBeLessThan(4 * Math.max(50, await workOn(2_000)));
  });

  test('is ignored if the text is short', () => {
    expect(repeatedNote(evidence({ body: 'A body.' }, [{ body: 'A body.' }]))).toBeUndefined();
  });
});

test('with links to the same host is suspicious from the fourth time on', () => {
  const to = (path: string) => ({ url: `https://shop.example/${path}`, body: '' });
  expect(oneHost(evidence(to('d'), [to('a'), to('b'), to('c')]))).toMatch(/shop\.example/);
  expect(oneHost(evidence(to('d'), [to('a'), to('b')]))).toBeUndefined();
});

test.each([
  ['MAKE MONEY FROM HOME NOW', true],
  ['Cheap!!!!', true],
  ['NASA and ESA', false],
  ['ÜBER DIE BRÜCKE UND WEITER', true],
  ['東京の川について書いたこと', false],
])('whether the title “%s” shouts: %s', (title, shouts) => {
  expect(titleInCapitals(evidence({ title })) !== undefined).toBe(shouts);
});

test('people are new until they have enough published notes and days as a member, and never if they have a role', () => {
  const here = (days: number) => ({ createdAt: ago(days * 24 * 60) });
  expect([isNewcomer(here(30), 4, now), isNewcomer(here(1), 50, now), isNewcomer(here(2), 5, now)]).toEqual([
    true,
    true,
    false,
  ]);
  expect(isNewcomer({ ...here(0), role: 'moderator' }, 0, now)).toBe(false);
});

describe('a domain to ban', () => {
  test.each([
    ['https://www.Spam.Example:8080/path?x', 'spam.example'],
    ['spam.example.', 'spam.example'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['blog.spam.example', 'blog.spam.example'],
  ])('%s is %s', (typed, domain) => {
    expect(Domain.parse(typed)).toBe(domain);
  });

  test.each(['', 'com', 'not a domain', 'https://', 'localhost'])('“%s” is not a domain', (typed) => {
    expect(Domain.safeParse(typed).success).toBe(false);
  });

  test('covers every address below it, and nothing else', () => {
    expect(domainsOf(['https://a.b.spam.example/x', 'nonsense'])).toEqual([
      'a.b.spam.example',
      'b.spam.example',
      'spam.example',
    ]);
    expect(domainsOf(['https://notspam.example'])).not.toContain('spam.example');
  });

  test('is found quickly in a host as long as a text, without checking each of its hundred thousand parent domains', () => {
    const found = domainsOf([`https://${'a.'.repeat(100_000)}spam.example/`]);
    expect(found).toContain('spam.example');
    expect(found.join().length).toBeLessThan(1000);
    expect(Domain.safeParse(`${'a.'.repeat(9)}example`).success).toBe(true);
    expect(Domain.safeParse(`${'a.'.repeat(10)}example`).success).toBe(false);
  });
});
