import type { CsvFormat } from './csv.ts';
import { flag } from '../json/generic-item.ts';
import { importedFrom } from '../imported.ts';
import { moment } from '../when.ts';
import { splitTags } from '../words.ts';

/** What was taken out of the queue was put away, read or not. No column says when something was saved. */
export const matterCsv: CsvFormat = {
  name: 'Matter (CSV)',
  columns: ['title', 'url', 'publisher', 'in queue', 'favorited', 'last interaction date'],
  item: ({ title = '', url, tags, 'in queue': queued, favorited, read, 'last interaction date': at, ...more }) => ({
    title,
    url,
    tags: splitTags(tags, ';'),
    at: moment(at),
    state: flag(queued) && !flag(read) ? 'toread' : 'archived',
    favourite: flag(favorited) || undefined,
    imported: importedFrom({ read, ...more }, []),
  }),
};
