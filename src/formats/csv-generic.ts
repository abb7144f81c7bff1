import type { CsvFormat } from './csv.ts';
import { moment } from './when.ts';
import { listedTags } from './words.ts';

/** Any other table that has a column of addresses. */
export const genericCsv: CsvFormat = {
  name: 'CSV with a column url',
  columns: ['url'],
  item: ({ title = '', name = '', url, tags, note, notes, description, created, created_at, date }) => ({
    title: title || name,
    url,
    body: note || notes || description,
    tags: listedTags(tags),
    at: moment(created || created_at || date),
  }),
};
