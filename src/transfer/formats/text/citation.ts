import { importedFrom } from '../imported.ts';
import type { Told } from '../json/json.ts';
import { moment } from '../when.ts';
import { paragraphs, quotation, splitTags } from '../words.ts';

const text = (value: unknown) => (typeof value === 'string' ? value.trim() : '');

/**
 * A work as programs for references tell it, by the names that BibTeX has for its fields. It is saved under its address,
 * else under that of its DOI; what else is known of it (who wrote it, where it appeared) is told beside the note.
 */
export function citationItem(fields: Readonly<Record<string, unknown>>): Told {
  const { title, url, doi, abstract, note, annote, keywords, ...more } = fields;
  const { urldate, timestamp, 'date-added': added, 'date-modified': changed, ...rest } = more;
  const work = text(doi).replace(/^(https?:\/\/(dx\.)?doi\.org\/|doi:\s*)/i, '');
  const link = /https?:\/\/\S+/i.exec(text(rest['howpublished']))?.[0];
  const address = text(url) || (work && `https://doi.org/${work}`) || link;
  return {
    title: text(title),
    url: address || undefined,
    body: paragraphs(text(abstract) && quotation(text(abstract)), text(note), text(annote)),
    tags: splitTags(text(keywords), /[,;]/),
    at: moment(added) ?? moment(timestamp) ?? moment(urldate),
    changedAt: moment(changed),
    imported: importedFrom({ ...rest, urldate, doi }, []),
  };
}
