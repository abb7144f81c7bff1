import type { CsvFormat } from './csv.ts';
import { moment } from './when.ts';
import { folderTags, listedTags, quotation } from './words.ts';

/** Timestamp and Tags came later than the other columns. */
export const instapaperCsv: CsvFormat = {
  name: 'Instapaper (CSV)',
  columns: ['url', 'title', 'selection', 'folder'],
  item: ({ title = '', url, selection, folder = '', timestamp, tags }) => ({
    title,
    url,
    body: selection ? quotation(selection) : '',
    tags: [...listedTags(tags), ...(/^starred$/i.test(folder) ? [] : folderTags([folder]))],
    at: moment(timestamp),
    state: /^unread$/i.test(folder) ? 'toread' : 'archived',
  }),
};
