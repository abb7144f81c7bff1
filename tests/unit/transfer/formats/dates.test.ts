import { describe, expect, test } from 'vitest';
import { fileOf, itemsIn, readAll, remarksOf } from '../../../support/import-files.ts';

describe('ambiguous dates in a table from an unknown program', () => {
  const daysOf = async (cells: string[], between = ',', also = '') => {
    const rows = cells.map((cell, at) => [`https://a.example/${at}`, cell, also].join(between));
    const { found } = await readAll(fileOf([['url', 'Date added', 'Updated'].join(between), ...rows, ''].join('\n')));
    return { days: itemsIn(found).map(({ at }) => at?.slice(0, 10)), remarks: remarksOf(found) };
  };

  test.each([
    ['a day above 12 further down', ['03/04/2024', '', '25/12/2023'], ['2024-04-03', undefined, '2023-12-25']],
    ['a month above 12, which is none', ['03/04/2024', '12/25/2023'], ['2024-03-04', '2023-12-25']],
    ['points, as in Germany', ['03.04.2024', '25.12.2023 17:00'], ['2024-04-03', '2023-12-25']],
    ['no need, as both numbers are one', ['05/05/24'], ['2024-05-05']],
    ['no number, but the zone by its name', ['2024-03-04 05:06:07 UTC'], ['2024-03-04']],
    ['the name of a month, as servers write it', ['04/Mar/2024:05:06:07 +0100'], ['2024-03-04']],
    ['years of two digits', ['03/04/24', '25-12-99'], ['2024-04-03', '1999-12-25']],
  ])('are resolved by %s', async (_, cells, days) => {
    expect(await daysOf(cells)).toEqual({ days, remarks: [] });
  });

  test('are resolved by another column, or by semicolons, which are used where the day comes first', async () => {
    expect((await daysOf(['03/04/2024'], ',', '25/12/2024 08:00')).days).toEqual(['2024-04-03']);
    expect(await daysOf(['03/04/2024'], ';')).toEqual({ days: ['2024-04-03'], remarks: [] });
  });

  test('are reported with how they were read if nothing resolves them, or if orders are mixed', async () => {
    expect(await daysOf(['03/04/2024', '05/05/2024'])).toEqual({
      days: ['2024-03-04', '2024-05-05'],
      remarks: [
        expect.stringMatching(
          /^column Date added: “03\/04\/2024” can be .* tells which\. It was read as March 4, 2024/,
        ),
      ],
    });
    // This format of hours is also used where the day comes first, and future dates are no evidence.
    const elsewhere = await daysOf(['03/04/2024, 5:06 pm', '25/12/2023, 9:10 am']);
    expect(elsewhere).toEqual({ days: ['2024-04-03', '2023-12-25'], remarks: [] });
    expect((await daysOf(['03/04/2999', '01/02/2024'])).remarks).toEqual([expect.stringContaining('01/02/2024')]);
    const mixed = await daysOf(['25/12/2023', '12/25/2023', '03/04/2024']);
    expect(mixed.days).toEqual(['2023-12-25', '2023-12-25', '2024-04-03']);
    expect(mixed.remarks).toEqual([expect.stringMatching(/both orders\. It was read as April 3, 2024/)]);
  });

  test('that are not dates, or not in date columns, stay as they are', async () => {
    const rows = 'url,created,rating\nhttps://a.example,13/13/2024,25/12/2024\nhttps://b.example,03/04/2024,\n';
    const [item] = itemsIn((await readAll(fileOf(rows))).found);
    expect(item?.imported).toEqual({ created: '13/13/2024', rating: '25/12/2024' });
  });
});

test('an ambiguous date in any other file is reported with how it was read', async () => {
  const things = ['03/04/2024', '05/05/2024', '25/12/2023'].map((created) => ({ url: 'https://a.example/', created }));
  const { found } = await readAll(fileOf(JSON.stringify(things)));
  expect(itemsIn(found).map(({ at, remarks }) => [at?.slice(0, 10), remarks])).toEqual([
    ['2024-03-04', ['“03/04/2024” was read with the month first.']],
    ['2024-05-05', undefined],
    ['2023-12-25', undefined],
  ]);
});
