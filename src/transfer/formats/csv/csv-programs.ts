import type { CsvFormat } from './csv.ts';
import type { Row } from './rows.ts';
import { withoutOutermost } from '../folders.ts';
import { splitTags, listedTags, importedFrom } from '../field-values.ts';
import { fromMarkdown, fromPlain, paragraphs, blockQuote } from '../../model/as-markdown.ts';
import { addHighlights, type ExportedHighlight } from '../documents/exported-highlights.ts';
import { genericItem, nameAddress, nameFolder, nameMoment, nameText } from '../json/generic-item.ts';
import { booleanFrom } from '../json/written-values.ts';
import { citationItem } from '../json/csl-json.ts';
import { itemFrom } from '../json/parsed.ts';
import { Linkding, linkdingItem } from '../json/json-bookmarks.ts';
import { Wallabag, wallabagItem } from '../json/wallabag.ts';
import { htmlText } from '../markup/html-text.ts';
import { instapaperPlace } from '../markup/reading-lists.ts';

/** The cells of yes-or-no columns that are neither. */
function unclear(cells: Row): Row {
  return Object.fromEntries(Object.entries(cells).filter(([, cell]) => booleanFrom(cell) === undefined));
}

/** Older exports have no columns Timestamp and Tags. */
export const instapaperCsv: CsvFormat = {
  name: 'Instapaper (CSV)',
  columns: ['url', 'title', 'selection', 'folder'],
  item: ({ title = '', url, selection = '', folder = '', timestamp, tags, ...more }) => ({
    ...instapaperPlace(folder),
    title,
    url,
    body: blockQuote(fromPlain(selection)),
    tags: listedTags(tags),
    at: timestamp,
    imported: importedFrom(more, []),
  }),
};

/** Items outside the queue are archived, read or not. No column has the time of saving. */
export const matterCsv: CsvFormat = {
  name: 'Matter (CSV)',
  columns: ['title', 'url', 'publisher', 'in queue', 'favorited', 'last interaction date'],
  item: ({ title = '', url, tags, 'in queue': queued, favorited, read, 'last interaction date': at, ...more }) => ({
    title,
    url,
    tags: splitTags(tags, ';'),
    at: at,
    state: booleanFrom(queued) && !booleanFrom(read) ? 'toread' : 'archived',
    favourite: booleanFrom(favorited) || undefined,
    imported: importedFrom({ ...unclear({ 'in queue': queued, favorited }), read, ...more }, []),
  }),
};

/** What is in no collection is in the folder `Unsorted`. Nested collections are `Outer / Inner`; highlights are one per line, each with its own note. */
export const raindropCsv: CsvFormat = {
  name: 'Raindrop.io (CSV)',
  columns: ['id', 'title', 'note', 'excerpt', 'url', 'folder'],
  item: ({ id, title = '', note = '', excerpt = '', url, folder = '', tags, created, highlights, favorite, ...more }) =>
    addHighlights(
      {
        title,
        url,
        body: paragraphs(fromPlain(note), blockQuote(fromPlain(excerpt))),
        tags: splitTags(tags),
        folders: folder ? withoutOutermost([folder.split(' / ').map((name) => name.trim())], /^Unsorted$/) : undefined,
        at: created,
        source: id ? `raindrop:${id}` : undefined,
        favourite: booleanFrom(favorite) || undefined,
        imported: importedFrom({ ...more, ...unclear({ favorite }) }, []),
      },
      highlightsIn(highlights),
    ),
};

function highlightsIn(text: string | undefined): ExportedHighlight[] {
  if (!text) return [];
  return text.split(/\n(?=Highlight:)/).map((part) => {
    const [quote = '', comment] = part.replace(/^Highlight:/, '').split(/\nNote:/);
    return { quote: quote.trim(), comment };
  });
}

export const pocketCsv: CsvFormat = {
  name: 'Pocket (CSV)',
  columns: ['url', 'title', 'time_added'],
  item: ({ title = '', url, time_added: at, tags, status, ...more }) => ({
    title,
    url,
    tags: splitTags(tags, '|'),
    at: at,
    state: /^(archived?|read)$/i.test(status ?? '') ? 'archived' : 'toread',
    imported: importedFrom(/^(archived?|read|unread|)$/i.test(status ?? '') ? more : { status, ...more }, []),
  }),
};

/** Tags are separated by spaces; those of several words are in quotation marks. */
export const diigoCsv: CsvFormat = {
  name: 'Diigo (CSV)',
  columns: ['title', 'url', 'tags', 'comments', 'annotations', 'created_at'],
  item: ({ tags = '', ...row }) => ({
    ...genericItem(row),
    tags: [...tags.matchAll(/"([^"]+)"|([^\s,]+)/g)]
      .map(([, quoted, plain = '']) => quoted ?? plain)
      .filter((tag) => tag !== 'no_tag'),
  }),
};

/** A playlist, as Takeout writes it: without titles and channels. */
export const youTubeCsv: CsvFormat = {
  name: 'YouTube (playlist, CSV)',
  columns: ['video id', 'playlist video creation timestamp'],
  item: ({ 'video id': id, 'playlist video creation timestamp': at, ...more }) => ({
    title: '',
    url: id && `https://www.youtube.com/watch?v=${id}`,
    tags: [],
    at,
    imported: importedFrom(more, []),
  }),
};

/** Has only the names of lists. */
export const karakeepCsv: CsvFormat = {
  name: 'Karakeep (CSV)',
  columns: ['original post link / url', 'text content', 'note / takeaways', 'tags / categories', 'date saved'],
  item: ({ id, type, title = '', 'original post link / url': url, 'text content': text = '', ...row }) => {
    const {
      description = '',
      'note / takeaways': note = '',
      'tags / categories': tags,
      'date saved': at,
      ...rest
    } = row;
    const { lists, status = '', favourited, 'no.': _number, ...more } = rest;
    const isKnown = /^(archived|saved|)$/i.test(status);
    const isHere = type === 'link' || type === 'text';
    return {
      title,
      url: url || undefined,
      body: paragraphs(fromPlain(note), fromMarkdown(text), blockQuote(fromPlain(description))),
      tags: splitTags(tags),
      folders: lists ? splitTags(lists).map((list) => [list]) : undefined,
      at,
      source: id ? `karakeep:${id}` : undefined,
      state: !url ? undefined : /^archived$/i.test(status) ? 'archived' : 'toread',
      favourite: booleanFrom(favourited) || undefined,
      aside: isHere ? undefined : ['the picture or file, which isn’t in this export'],
      imported: importedFrom({ ...(isKnown ? {} : { status }), ...unclear({ favourited }), ...more }, []),
    };
  },
};

/** The answers of linkding's API, as a table. */
export const linkdingCsv: CsvFormat = {
  name: 'linkding (CSV)',
  columns: ['url', 'title', 'description', 'tag_names', 'unread', 'date_added'],
  item: ({ url = '', tag_names: tags, ...row }) => {
    const bookmark = { ...row, url, tag_names: splitTags(tags, /[,\s]+/) };
    return itemFrom(bookmark, { item: Linkding, read: linkdingItem }) ?? genericItem(bookmark);
  },
};

/** Notes are HTML, joined in one cell. Files are on the person's computer: only their paths are imported. */
export const zoteroCsv: CsvFormat = {
  name: 'Zotero (CSV)',
  columns: ['key', 'item type', 'title', 'url', 'abstract note', 'date added', 'manual tags'],
  item: ({ key, 'abstract note': abstract = '', notes = '', 'manual tags': own, 'automatic tags': found, ...row }) => {
    const { 'date added': added, 'date modified': changed, 'access date': accessed, ...work } = row;
    return {
      ...citationItem({
        ...work,
        abstract: fromPlain(abstract),
        note: paragraphs(...notes.split(/;\s*(?=<)/).map(htmlText)),
        key,
        'access date': accessed,
      }),
      tags: [...splitTags(own, ';'), ...splitTags(found, ';')],
      at: added,
      changedAt: changed,
      source: key ? `zotero:${key}` : undefined,
    };
  },
};

/** Writes the day before the month, and does not have what was read. */
export const wallabagCsv: CsvFormat = {
  name: 'wallabag (CSV)',
  columns: ['title', 'url', 'content', 'tags', 'mime type', 'language', 'creation date'],
  item: ({ tags, 'mime type': mimetype, 'creation date': at = '', ...row }) => {
    const created_at = at.replace(/^(\d{2})\/(\d{2})\/(\d{4})/, '$3-$2-$1');
    const entry = { ...row, tags: splitTags(tags), mimetype, created_at };
    return itemFrom(entry, { item: Wallabag, read: wallabagItem }) ?? genericItem(entry);
  },
};

/** Any other table with a column of addresses, or one of titles and one of texts. */
export const genericCsv: CsvFormat = {
  name: 'CSV with addresses or texts',
  columns: (there) => (nameAddress(there) ? 0.2 : nameText(there) ? 0.1 : 0),
  item: genericItem,
  isDate: nameMoment,
  isFolder: nameFolder,
};
