import { citationItem } from '../text/citation.ts';
import type { CsvFormat } from './csv.ts';
import { htmlText } from '../markup/html-text.ts';
import { moment } from '../when.ts';
import { paragraphs, splitTags } from '../words.ts';

/** Its notes are HTML, one behind the other. Files are on one's own machine: only where they are is told. */
export const zoteroCsv: CsvFormat = {
  name: 'Zotero (CSV)',
  columns: ['key', 'item type', 'title', 'url', 'abstract note', 'date added', 'manual tags'],
  item: ({ key, 'abstract note': abstract, notes = '', 'manual tags': own, 'automatic tags': found, ...row }) => {
    const { 'date added': added, 'date modified': changed, 'access date': accessed, ...work } = row;
    return {
      ...citationItem({
        ...work,
        abstract,
        note: paragraphs(...notes.split(/;\s*(?=<)/).map(htmlText)),
        key,
        'access date': accessed,
      }),
      tags: [...splitTags(own, ';'), ...splitTags(found, ';')],
      at: moment(added),
      changedAt: moment(changed),
      source: key ? `zotero:${key}` : undefined,
    };
  },
};
