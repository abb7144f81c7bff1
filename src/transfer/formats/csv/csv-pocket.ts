import type { CsvFormat } from './csv.ts';
import { importedFrom } from '../imported.ts';
import { moment } from '../when.ts';
import { splitTags } from '../words.ts';

export const pocketCsv: CsvFormat = {
  name: 'Pocket (CSV)',
  columns: ['url', 'title', 'time_added'],
  item: ({ title = '', url, time_added: at, tags, status, ...more }) => ({
    title,
    url,
    tags: splitTags(tags, '|'),
    at: moment(at),
    state: status === 'archive' ? 'archived' : 'toread',
    imported: importedFrom(more, []),
  }),
};
