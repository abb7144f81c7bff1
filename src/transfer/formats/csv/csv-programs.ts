import type { CsvFormat } from './csv.ts';
import { importedFrom } from '../without-place.ts';
import { marked, type Marked } from '../documents/marked.ts';
import { paragraphs, quotation, splitTags, listedTags, moment } from '../field-values.ts';
import { flag } from '../json/generic-item.ts';

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

/** Collections within collections are `Outer / Inner`; highlights stand one a line, each with its own note. */
export const raindropCsv: CsvFormat = {
  name: 'Raindrop.io (CSV)',
  columns: ['id', 'title', 'note', 'excerpt', 'url', 'folder'],
  item: ({ id, title = '', note, excerpt, url, folder = '', tags, created, highlights, favorite, ...more }) =>
    marked(
      {
        title,
        url,
        body: paragraphs(note, excerpt && quotation(excerpt)),
        tags: splitTags(tags),
        folders: folder ? [folder.split(' / ').map((name) => name.trim())] : undefined,
        at: moment(created),
        source: id ? `raindrop:${id}` : undefined,
        favourite: favorite === 'true' || undefined,
        imported: importedFrom(more, []),
      },
      highlightsIn(highlights),
    ),
};

function highlightsIn(text: string | undefined): Marked[] {
  if (!text) return [];
  return text.split(/\n(?=Highlight:)/).map((part) => {
    const [quote = '', comment] = part.replace(/^Highlight:/, '').split(/\nNote:/);
    return { quote: quote.trim(), comment };
  });
}
