import { describe, expect, test } from 'vitest';
import { formats } from '../../../../src/transfer/formats/formats.ts';
import { importedNote } from '../../../../src/transfer/model/note-of-item.ts';
import type { ReadEntry } from '../../../../src/transfer/formats/file.ts';
import { fileOf, itemsIn, readAll } from '../../../support/import-files.ts';
import { rowWithoutUrl, oddRow, plainRow, programs } from '../../../support/odd-exports.ts';

/** The result for each entry: an imported note, or the reason why there is none. */
function outcomesOf(found: readonly ReadEntry[]) {
  const by = { uuid: '01890000-0000-7000-8000-000000000001', authorId: 'a', now: new Date() };
  return found.flatMap((one) => {
    if ('remark' in one) return [];
    const made = 'item' in one ? importedNote(one.item, 'private', by) : undefined;
    const told = 'item' in one ? one.item : one;
    return [
      {
        kept: made?.ok === true,
        told: JSON.stringify(told),
        why: made?.ok === false ? made.why : 'why' in one && one.why,
      },
    ];
  });
}

const all = Object.entries(programs).map(([format, program]) => ({
  ...{ format, ...program, lacks: new Set<string>(program.lacks) },
  /** For programs with one item per file. */
  isOne: program.of([plainRow('a'), plainRow('b')]) === program.of([plainRow('a')]),
}));

test('every supported program is tested', () => {
  const others = formats.map(({ name }) => name).filter((name) => !name.startsWith('Commonplace'));
  expect(Object.keys(programs).toSorted()).toEqual(others.toSorted());
});

describe.each(all)('$format', ({ format, of, name, lacks, isOne }) => {
  test('without items says so', async () => {
    const { found } = await readAll(fileOf(of([]), name ?? 'file'));
    const says = found.filter((one) => 'why' in one || 'remark' in one);
    const outcomes = outcomesOf(found);
    expect(isOne ? outcomes.length : says.length).toBeGreaterThan(0);
    expect(outcomes.filter(({ kept }) => kept && !isOne)).toEqual([]);
  });

  test('with odd items imports or refuses each, and keeps all their content', async () => {
    const rows = isOne ? [oddRow] : [plainRow('a'), oddRow, rowWithoutUrl, plainRow('b')];
    const read = await readAll(fileOf(of(rows), name ?? 'file'));
    expect(read.format).toBe(format);
    const outcomes = outcomesOf(read.found);
    expect(outcomes).toHaveLength(rows.length);
    for (const { kept, why } of outcomes) if (!kept) expect(why).toMatch(/\w/);
    const [first, item = first] = outcomes;
    expect(item).toMatchObject({ kept: true });
    expect(item?.told).toContain('🧶');
    if (!lacks.has('url')) expect(item?.told).toContain('odd.example/?a=1&b=[2]#part');
    const imported = JSON.stringify(itemsIn(read.found).map((each) => each.imported ?? {}));
    for (const value of ['date', 'field'].filter((each) => !lacks.has(each))) {
      expect(imported).toContain(`Unheardof-${value}`);
    }
    if (!isOne) {
      expect(outcomes[2]?.told).toContain('nowhere');
      expect(outcomes[3]).toMatchObject({ kept: true, told: expect.stringContaining('Plain b') as string });
    }
  });

  test('truncated and in another encoding gives what is before the cut, and reports the rest', async () => {
    const whole = of(isOne ? [oddRow] : [plainRow('a'), plainRow('b'), oddRow]);
    const sign = whole.lastIndexOf('odd.example') > 0 ? 'odd.example' : 'Unheardof-field';
    const cut = whole.slice(0, whole.lastIndexOf(sign) + 3);
    const utf16 = new Uint8Array(Buffer.from(`\ufeff${cut}`, 'utf16le'));
    const { found } = await readAll(fileOf(utf16, name ?? 'file', 1001));
    const told = found.map((one) => JSON.stringify(one));
    if (!isOne) for (const each of ['Plain a', 'Plain b']) expect(told.join('\n')).toContain(each);
    expect(found.length).toBeGreaterThan(isOne ? 0 : 2);
  });
});
