import type { CsvFormat } from './csv.ts';
import { importedFrom } from '../imported.ts';
import { moment } from '../when.ts';
import { listedTags, quotation } from '../words.ts';

/**
 * Timestamp and Tags came later than the other columns. The column Folder has the places that everyone has, one of which
 * is what was starred, and the folders of one's own: what is there was not archived.
 */
export const instapaperCsv: CsvFormat = {
  name: 'Instapaper (CSV)',
  columns: ['url', 'title', 'selection', 'folder'],
  item: ({ title = '', url, selection, folder = '', timestamp, tags, ...more }) => {
    const isOwn = !/^(unread|archive|starred|)$/i.test(folder);
    return {
      title,
      url,
      body: selection ? quotation(selection) : '',
      tags: listedTags(tags),
      folders: isOwn ? [[folder]] : undefined,
      at: moment(timestamp),
      state: /^archive$/i.test(folder) ? 'archived' : 'toread',
      favourite: /^starred$/i.test(folder) || undefined,
      imported: importedFrom(more, []),
    };
  },
};
