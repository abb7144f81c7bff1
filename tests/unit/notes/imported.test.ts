import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fittingImported, Imported } from '../../../src/notes/model/details.ts';
import { importedFrom } from '../../../src/transfer/formats/field-values.ts';

describe('imported fields', () => {
  test('are limited in size, and what is left out is named', () => {
    const value = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.boolean(), fc.array(fc.string()));
    const names = fc.oneof(fc.string(), fc.constant('__proto__'), fc.string({ minLength: 50, maxLength: 90 }));
    fc.assert(
      fc.property(fc.array(fc.tuple(names, value), { maxLength: 80 }), (fields) => {
        const told = Object.fromEntries(fields);
        const { kept, left } = fittingImported(told);
        expect(Imported.safeParse(kept).success).toBe(true);
        const parts = left.filter((name) => / \([\d,]+ of [\d,]+\)$/.test(name));
        expect(Object.keys(kept).length + left.length - parts.length).toBe(Object.keys(told).length);
        expect(fittingImported(kept)).toEqual({ kept, left: [] });
      }),
    );
  });

  test('keep the first elements of a list that is too large, and all small fields after it', () => {
    const places = Array.from({ length: 1200 }, (_, at) => `Page ${at} “é”`);
    const { kept, left } = fittingImported({ places, author: 'Jo', long: 'x'.repeat(9000) });
    const { length } = kept['places'] as string[];
    expect(kept).toEqual({ places: places.slice(0, length), author: 'Jo' });
    expect(left).toEqual([`places (${1200 - length} of 1,200)`, 'long']);
    expect(Buffer.byteLength(JSON.stringify(kept))).toBeGreaterThan(8 * 1024 - 20);
  });

  test('have names that can be stored, each its own', () => {
    const { kept, left } = fittingImported({ 'a\ud800': 1, 'a\ud801': 2 });
    expect([kept, left]).toEqual([{ 'a\ufffd': 1, 'a\ufffd 2': 2 }, []]);
  });

  test('are all the fields without a place of their own, flattened, by name, without empty ones', () => {
    const fields = {
      url: 'x',
      rating: 4,
      read: false,
      none: null,
      blank: ' ',
      list: ['a', { b: 1 }, ''],
      deep: { one: { two: 'z' } },
    };
    expect(importedFrom(fields, ['url'])).toEqual({
      rating: 4,
      read: false,
      list: ['a', '{"b":1}'],
      'deep.one.two': 'z',
    });
    expect(importedFrom({ url: 'x', none: [] }, ['url'])).toBeUndefined();
  });
});
