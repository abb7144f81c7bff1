import type { CsvFormat } from './csv.ts';
import { importedFrom } from '../imported.ts';
import { marked, type Marked } from '../documents/marked.ts';
import { moment } from '../when.ts';
import { paragraphs, quotation, splitTags } from '../words.ts';

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
