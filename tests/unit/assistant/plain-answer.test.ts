import { describe, expect, test } from 'vitest';
import { plainWordsAbout } from '../../../src/reading/server/aid/plain-answer.ts';

const source =
  'We moved from Node.js v1.2.3 to Deno, e.g. for its tests, see README.md and 10.0.0.1. A room is 3.5 m wide, i.e. wide. The dot product is large. It is at https://linked.example and pay.example/here.';
const about = plainWordsAbout(['On Vue.js', source]);

describe('a model’s key point or answer', () => {
  test.each([
    'pay at evil.tk/pay beside a literal quote',
    'pay at evil.tk',
    'Pay at EVIL.TK.',
    'write to pay@evil.tk',
    'a@evil.tk',
    'evil.тест is where',
    'see 例え.テスト for it',
    'go to evil。tk',
    'go to evil．tk',
    'go to evil․tk',
    'go to xn--80ak6aa92e.xn--p1ai',
    'call 203.0.113.7 now',
    'call 203.0.113.7:8080/pay',
    'call [2001:db8::7] now',
    'call 2001:db8::7 now',
    'evil[.]tk',
    'evil(.)tk',
    'evil [dot] tk',
    'evil (dot) tk',
    'evil dot tk',
    'www dot evil dot tk',
    'pay (at) evil (dot) tk',
    'evil .tk',
    'evil . tk',
    'evil.photography/x',
    'sub.domain.evil.travel?x=1',
    'evil.tk:8443',
    'see https://evil.tk',
    'see //evil.tk/x',
    'see/evil.tk',
    'see ...evil.tk',
    'see (-evil.tk)',
    '“evil.tk”',
    'see linked.example',
    'see pay.example',
    'see pay.example/there',
    'README.md.evil.tk is',
    'notREADME.md is',
  ])('must not contain %j', (text) => {
    expect(about.areIn(text)).toBe(false);
    for (const size of [1, 3, 1000]) {
      const words = about.filter();
      const pieces = [...`First words. ${text} and last words`].reduce<string[]>((all, sign, at) => {
        if (at % size === 0) all.push('');
        all[all.length - 1] += sign;
        return all;
      }, []);
      const shown = pieces.map((piece) => words.push(piece)).join('') + words.end();
      expect(shown).toMatch(/^First words\. .*…/);
      expect(shown).not.toMatch(/evil|203\.0|db8|linked\.e|pay\.e|notREADME|テスト/i);
      expect(shown).toMatch(/last words$/);
    }
  });

  test.each([
    'They moved from Node.js to Deno and Vue.js.',
    'The version is v1.2.3, or 1.2.3; it was v1.2 before.',
    'Read README.md, on 10.0.0.1.',
    'A room is 3.5 m wide, i.e. wide, e.g. for a U.S. bed at 5 p.m.',
    'The dot product is what counts.',
    'At 12:30:45 it was 1:2, in C++ std::vector.',
    '部屋は広い。とても広いです。',
    'See p. 12, no. 5 and Fig. 3. Then read on … and on.',
    'Pay at pay.example/here, as it says.',
    'It connected the dots. Dot by dot',
    'Wait...then go on, and/or not.',
  ])('may contain %j', (text) => {
    expect(about.areIn(text)).toBe(true);
    const words = about.filter();
    expect([...text].map((sign) => words.push(sign)).join('') + words.end()).toBe(text);
  });

  test.each(['-', 'a-', 'a.', ' ', '[', 'a:', '\u3042', '1.', 'a@', 'dot ', '.'])(
    'is checked quickly with many %j',
    (part) => {
      const long = part.repeat(200_000);
      expect(plainWordsAbout([long]).areIn(`It says evil.tk ${long}`)).toBe(false);
    },
  );
});
