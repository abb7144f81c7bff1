import type { CsvFormat } from './csv.ts';
import { moment } from './when.ts';
import { folderTags, paragraphs, quotation, splitTags } from './words.ts';

/** Collections within collections are `Outer / Inner`; highlights stand one a line, each with its own note. */
export const raindropCsv: CsvFormat = {
  name: 'Raindrop.io (CSV)',
  columns: ['id', 'title', 'note', 'excerpt', 'url', 'folder'],
  item: ({ id, title = '', note, excerpt, url, folder = '', tags, created, highlights, favorite }) => ({
    title,
    url,
    body: paragraphs(note, excerpt && quotation(excerpt), highlightsIn(highlights)),
    tags: [
      ...splitTags(tags),
      ...folderTags(folder.split(/\s*\/\s*/)).reverse(),
      ...(favorite === 'true' ? ['favorite'] : []),
    ],
    at: moment(created),
    source: id ? `raindrop:${id}` : undefined,
  }),
};

function highlightsIn(text: string | undefined): string | undefined {
  if (!text) return undefined;
  return text
    .split(/\n(?=Highlight:)/)
    .map((part) => {
      const [passage = '', note] = part.replace(/^Highlight:/, '').split(/\nNote:/);
      return paragraphs(quotation(passage), note);
    })
    .join('\n\n');
}
