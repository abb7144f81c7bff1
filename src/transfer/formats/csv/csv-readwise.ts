import type { CsvFormat } from './csv.ts';
import { importedFrom } from '../imported.ts';
import { moment } from '../when.ts';
import { listedTags } from '../words.ts';

/** Tags are written as Python writes a list; how far something was read is a part of 1. */
export const readwiseCsv: CsvFormat = {
  name: 'Readwise Reader (CSV)',
  columns: ['title', 'url', 'document tags', 'location'],
  item: ({ id, title = '', url, 'document tags': tags, 'saved date': at, location = '', ...more }) => {
    const progress = Number(more['reading progress'] ?? 0);
    const unread = progress > 0 && progress < 1 ? 'reading' : 'toread';
    return {
      title,
      url,
      tags: listedTags(tags),
      at: moment(at),
      source: id ? `readwise:${id}` : undefined,
      state: location === 'archive' ? 'archived' : location === 'feed' ? undefined : unread,
      imported: importedFrom({ ...more, location }, []),
    };
  },
};
