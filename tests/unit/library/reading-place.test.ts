import { describe, expect, test } from 'vitest';
import { positionOf, storePosition } from '../../../src/library/browser/reading-position.ts';
import { lookFrom, lookWords, textSizes, textWidths } from '../../../src/library/browser/reading-look.ts';
import { forbiddenStorage, memoryStorage } from '../../support/browser/storage.ts';

const storageWith = (kept: string) => memoryStorage({ 'commonplace:places': kept });

describe('the reading position', () => {
  test('is stored per note, replaced by later ones, and deleted at the end', () => {
    const storage = memoryStorage();
    storePosition('a', { block: 4 }, storage);
    storePosition('b', { block: 9 }, storage);
    storePosition('a', { block: 7 }, storage);
    expect([positionOf('a', storage), positionOf('b', storage), positionOf('c', storage)]).toEqual([
      { block: 7 },
      { block: 9 },
      undefined,
    ]);
    storePosition('a', undefined, storage);
    expect(positionOf('a', storage)).toBeUndefined();
  });

  test('is stored for the last hundred notes', () => {
    const storage = memoryStorage();
    for (let note = 0; note <= 100; note += 1) storePosition(`n${note}`, { block: 1 }, storage);
    expect([positionOf('n0', storage), positionOf('n1', storage), positionOf('n100', storage)]).toEqual([
      undefined,
      { block: 1 },
      { block: 1 },
    ]);
  });

  test.each(['nonsense', '{}', 'null', '[1,["a"],["a","4"],["a",-1],["a",1.5],[null,3]]'])(
    'is unknown if storage contains %s',
    (kept) => expect(positionOf('a', storageWith(kept))).toBeUndefined(),
  );

  test('is unknown and causes no error if storage is forbidden', () => {
    storePosition('a', { block: 1 }, forbiddenStorage);
    expect(positionOf('a', forbiddenStorage)).toBeUndefined();
  });
});

describe('the text settings', () => {
  test('are restored', () => {
    for (const size of textSizes) {
      for (const width of textWidths) {
        const look = { size, width, brief: 'folded', lists: 'compact' } as const;
        expect(lookFrom(lookWords(look))).toEqual(look);
      }
    }
    expect(lookWords({ size: 'normal', width: 'normal', brief: 'normal', lists: 'normal' })).toBe('');
  });

  test('are the defaults if the stored ones are invalid', () => {
    for (const kept of [null, undefined, '', 'huge', 'LARGE', '{"size":"large"}', 'normal normal']) {
      expect(lookFrom(kept)).toEqual({ size: 'normal', width: 'normal', brief: 'normal', lists: 'normal' });
    }
    expect(lookFrom('rubbish wide <b>')).toEqual({ size: 'normal', width: 'wide', brief: 'normal', lists: 'normal' });
  });
});
