import type { CsvFormat } from './csv.ts';
import { Linkding, linkdingItem } from '../json/json-bookmarks.ts';
import { splitTags } from '../words.ts';

/** What linkding answers to programs, as a table. */
export const linkdingCsv: CsvFormat = {
  name: 'linkding (CSV)',
  columns: ['url', 'title', 'description', 'tag_names', 'unread', 'date_added'],
  item: ({ id = '', url = '', tag_names: tags, ...row }) => {
    const number = /^\d+$/.test(id) ? Number(id) : undefined;
    return linkdingItem(Linkding.parse({ ...row, id: number, url, tag_names: splitTags(tags, /[,\s]+/) }));
  },
};
