import { expect, test } from 'vitest';
import {
  maxRelated,
  nearestAmong,
  maxTermNotes,
  type Neighbours,
  type Profile,
} from '../../../src/notes/model/related.ts';

function profile(uuid: string, terms: string[], fields: Partial<Profile> = {}): Profile {
  return {
    uuid,
    newest: `2026-01-01 ${uuid}`,
    language: 'en',
    tags: [],
    terms: terms.map((term) => [term, 1, `${term}s`]),
    ...fields,
  };
}

function among(profiles: Profile[]): Neighbours {
  return {
    holders(term) {
      const found = profiles.filter(({ terms }) => terms.some(([other]) => other === term));
      return found.length > maxTermNotes ? undefined : found;
    },
    alongside: (tag, newest) =>
      profiles.filter((one) => one.tags.includes(tag) && one.newest !== newest).slice(0, maxRelated),
  };
}

const filler = (count: number, terms: string[]) =>
  Array.from({ length: count }, (_, index) => profile(`f${index}`, [...terms, `own${index}`]));

test('notes that share rare terms are related, and the reason names the terms as they are written', () => {
  const me = profile('me', ['bee', 'honey', 'page']);
  const near = profile('near', ['honey', 'bee', 'wax']);
  const far = profile('far', ['lamp', 'page']);
  expect(nearestAmong(among([me, near, far]))(me)).toEqual([
    { uuid: 'near', why: 'Both mention “bees” and “honeys”' },
    { uuid: 'far', why: 'Much is the same in both' },
  ]);
});

test('several related notes get different reasons if several are true', () => {
  const terms = ['bee', 'honey', 'wax', 'hive'];
  const [me, one, other] = ['me', 'a', 'b'].map((uuid) => profile(uuid, terms, { tags: [] }));
  if (!me || !one || !other) throw new Error('There are three.');
  const whys = nearestAmong(among([me, one, other]))(me).map(({ why }) => why);
  expect(whys).toEqual(['Both mention “bees” and “honeys”', 'Both mention “waxs” and “hives”']);
});

test('of two shared terms the rarer one counts more', () => {
  const me = profile('me', ['bee', 'page']);
  const [byBee, byPage] = [profile('a', ['bee']), profile('z', ['page'])];
  const [first] = nearestAmong(among([me, byPage, byBee, ...filler(8, ['page'])]))(me);
  expect(first?.uuid).toBe('a');
});

test('a term that every note has relates none, and a tag does', () => {
  const me = profile('me', ['page'], { tags: ['bees'] });
  const tagged = profile('tagged', ['lamp'], { tags: ['bees'] });
  expect(nearestAmong(among([me, tagged, ...filler(maxTermNotes + 1, ['page'])]))(me)).toEqual([
    { uuid: 'tagged', why: 'Both are tagged bees' },
  ]);
});

test('notes with nothing in common are not related', () => {
  const me = profile('me', ['bee']);
  expect(nearestAmong(among([me, profile('other', ['lamp'])]))(me)).toEqual([]);
  expect(nearestAmong(among([]))(profile('me', []))).toEqual([]);
});

test('a note in another language has to share more', () => {
  const me = profile('me', ['bee'], { tags: ['bees'] });
  const other = profile('b', [], { tags: ['bees'], language: 'ar' });
  expect(nearestAmong(among([me, other]))(me)).toEqual([]);
  expect(nearestAmong(among([me, { ...other, language: 'en' }]))(me)).toHaveLength(1);
});

test('the result does not depend on the order of the notes', () => {
  const me = profile('me', ['bee', 'wax']);
  const others = [profile('a', ['bee']), profile('b', ['bee']), profile('c', ['wax']), profile('d', ['wax'])];
  const forwards = nearestAmong(among([me, ...others]))(me);
  expect(nearestAmong(among([...others.toReversed(), me]))(me)).toEqual(forwards);
  expect(forwards).toHaveLength(3);
});

test('general words are not given as the reason if a tag can be', () => {
  const me = profile('me', ['week', 'small'], { tags: ['bees'] });
  const other = profile('other', ['week', 'small'], { tags: ['bees'] });
  expect(nearestAmong(among([me, other]))(me)).toEqual([{ uuid: 'other', why: 'Both are tagged bees' }]);
});

test('a phrase is named once, without its single words', () => {
  const me = profile('me', ['screen reader', 'screen', 'reader', 'honey']);
  const other = profile('other', ['reader', 'screen', 'screen reader', 'honey']);
  expect(nearestAmong(among([me, other]))(me)[0]?.why).toBe('Both mention “screen readers” and “honeys”');
});

test('the first few related notes are the same for any requested count', () => {
  const terms = (index: number) => ['bee', 'wax', 'hive', 'page', 'lamp'].filter((_, at) => (index >> at) % 2 === 1);
  const profiles = Array.from({ length: 20 }, (_, index) =>
    profile(`n${index}`, [...terms(index), ...terms(index * 7)], { tags: index % 3 === 0 ? ['bees'] : [] }),
  );
  const nearest = nearestAmong(among(profiles));
  for (const me of profiles) {
    const all = nearest(me, profiles.length);
    expect(all.map(({ uuid }) => uuid)).not.toContain(me.uuid);
    for (const count of [0, 1, 3, 5]) expect(nearest(me, count)).toEqual(all.slice(0, count));
  }
});
