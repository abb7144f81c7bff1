import { describe, expect, test } from 'vitest';
import { placeOf, rememberPlace } from '../../../src/library/browser/reading-place.ts';
import { lookFrom, lookWords, textSizes, textWidths } from '../../../src/library/model/reading-look.ts';

function shelfWith(kept?: string) {
  const held = new Map(kept === undefined ? [] : [['commonplace:places', kept]]);
  return () => ({
    getItem: (key: string) => held.get(key) ?? null,
    setItem: (key: string, value: string) => void held.set(key, value),
  });
}
const forbidden = () => {
  throw new DOMException('no', 'SecurityError');
};

describe('where one stopped', () => {
  test('is kept for each note, the last place alone, and forgotten at its end', () => {
    const shelf = shelfWith();
    rememberPlace('a', { block: 4 }, shelf);
    rememberPlace('b', { block: 9 }, shelf);
    rememberPlace('a', { block: 7 }, shelf);
    expect([placeOf('a', shelf), placeOf('b', shelf), placeOf('c', shelf)]).toEqual([
      { block: 7 },
      { block: 9 },
      undefined,
    ]);
    rememberPlace('a', undefined, shelf);
    expect(placeOf('a', shelf)).toBeUndefined();
  });

  test('is kept for the last hundred notes', () => {
    const shelf = shelfWith();
    for (let note = 0; note <= 100; note += 1) rememberPlace(`n${note}`, { block: 1 }, shelf);
    expect([placeOf('n0', shelf), placeOf('n1', shelf), placeOf('n100', shelf)]).toEqual([
      undefined,
      { block: 1 },
      { block: 1 },
    ]);
  });

  test.each(['nonsense', '{}', 'null', '[1,["a"],["a","4"],["a",-1],["a",1.5],[null,3]]'])(
    'is nowhere when storage holds %s',
    (kept) => expect(placeOf('a', shelfWith(kept))).toBeUndefined(),
  );

  test('is nowhere, and troubles nobody, where storage is forbidden', () => {
    rememberPlace('a', { block: 1 }, forbidden);
    expect(placeOf('a', forbidden)).toBeUndefined();
  });
});

describe('how texts look', () => {
  test('is what was kept', () => {
    for (const size of textSizes) {
      for (const width of textWidths) expect(lookFrom(lookWords({ size, width }))).toEqual({ size, width });
    }
    expect(lookWords({ size: 'normal', width: 'normal' })).toBe('');
  });

  test('is as usual when rubbish was kept', () => {
    for (const kept of [null, undefined, '', 'huge', 'LARGE', '{"size":"large"}', 'normal normal']) {
      expect(lookFrom(kept)).toEqual({ size: 'normal', width: 'normal' });
    }
    expect(lookFrom('rubbish wide <b>')).toEqual({ size: 'normal', width: 'wide' });
  });
});
