import type { CsvFormat } from './csv.ts';
import { moment } from './when.ts';
import { listedTags } from './words.ts';

/** Tags are written as Python writes a list. */
export const readwiseCsv: CsvFormat = {
  name: 'Readwise Reader (CSV)',
  columns: ['title', 'url', 'document tags', 'location'],
  item: ({ id, title = '', url, 'document tags': tags, 'saved date': at, location }) => ({
    title,
    url,
    tags: listedTags(tags),
    at: moment(at),
    source: id ? `readwise:${id}` : undefined,
    state: location === 'archive' ? 'archived' : location === 'feed' ? undefined : 'toread',
  }),
};
