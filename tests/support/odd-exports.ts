import { jsonPrograms, type Program, type Row } from './odd-json-exports.ts';

const xml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

const lines =
  (head: string, row: (row: Row) => string, foot = '') =>
  (rows: Row[]) =>
    [head, ...rows.map(row), foot].filter((line) => line !== '').join('\n') + '\n';
/** A table with the columns of a program and an unknown one. */
const table = (columns: string, cells: (row: Row) => string[]): Program => ({
  of: lines(`${columns},Unheard of`, (row) => [...cells(row), row.field].map(cell).join(',')),
});

const netscape = '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>';
const notionHead = '<html><head><title>A</title></head><body><article id="1" class="page sans"><header>';

/** A typical row, one with every kind of odd value, and one whose URL is not a web page. */
export const plainRow = (name: string): Row => ({
  ...{ title: `Plain ${name}`, url: `https://${name}.example/`, date: '2024-03-04T05:06:07Z', tags: ['x'], field: '' },
});
export const oddRow: Row = {
  title: `Odd 🧶, "quoted" | it’s <b>signs</b>; ${'and long '.repeat(40)}`,
  url: 'https://odd.example/?a=1&b=[2]#part',
  date: 'Unheardof-date',
  tags: ['two words', 'x'.repeat(60), '🧶'],
  field: 'Unheardof-field',
};
export const rowWithoutUrl: Row = { ...plainRow('nowhere'), url: 'javascript:void(0)' };

/** Every supported program, by the name of its format. */
export const programs: Readonly<Record<string, Program>> = {
  'Bookmarks (HTML)': {
    of: lines(
      netscape,
      ({ url, date, tags, field, title }) =>
        `<DT><A HREF="${xml(url)}" ADD_DATE="${xml(date)}" TAGS="${xml(tags.join(','))}" DATA-X="${xml(field)}">${xml(title)}</A>`,
      '</DL><p>',
    ),
  },
  'Pocket (HTML)': {
    of: lines(
      '<!DOCTYPE html><html><title>Pocket Export</title><h1>Unread</h1><ul>',
      ({ url, date, tags, field, title }) =>
        `<li><a href="${xml(url)}" time_added="${xml(date)}" tags="${xml(tags.join(','))}" data-x="${xml(field)}">${xml(title)}</a></li>`,
      '</ul></html>',
    ),
  },
  'Instapaper (HTML)': {
    of: lines(
      '<html><title>Instapaper: Export</title><h1>Unread</h1><ol>',
      ({ url, field, title }) => `<li><a href="${xml(url)}" data-x="${xml(field)}">${xml(title)}</a>`,
      '</ol></html>',
    ),
    lacks: ['date'],
  },
  'Pinboard (XML)': {
    of: lines(
      '<posts user="ira">',
      ({ url, date, tags, field, title }) =>
        `<post href="${xml(url)}" time="${xml(date)}" description="${xml(title)}" tag="${xml(tags.join(' '))}" meta="${xml(field)}"/>`,
      '</posts>',
    ),
  },
  'wallabag (XML)': {
    of: lines(
      '<result>',
      ({ url, date, tags, field, title }) =>
        `<entry><id>x</id><title>${xml(title)}</title><url>${xml(url)}</url><content/><created_at>${xml(date)}</created_at><tags>${tags.map((tag) => `<entry>${xml(tag)}</entry>`).join('')}</tags><unheard><of>${xml(field)}</of></unheard></entry>`,
      '</result>',
    ),
  },
  XBEL: {
    of: lines(
      '<xbel>',
      ({ url, date, field, title }) =>
        `<bookmark href="${xml(url)}" added="${xml(date)}" unheard="${xml(field)}"><title>${xml(title)}</title></bookmark>`,
      '</xbel>',
    ),
  },
  OPML: {
    of: lines(
      '<opml version="2.0"><body>',
      ({ url, date, field, title }) =>
        `<outline text="${xml(title)}" url="${xml(url)}" created="${xml(date)}" unheard="${xml(field)}"/>`,
      '</body></opml>',
    ),
  },
  'Feed (RSS, Atom)': {
    of: lines(
      '<rss><channel><title>A feed</title>',
      ({ url, date, tags, field, title }) =>
        `<item><title>${xml(title)}</title><link>${xml(url)}</link><pubDate>${xml(date)}</pubDate>${tags.map((tag) => `<category>${xml(tag)}</category>`).join('')}<unheard><of>${xml(field)}</of></unheard></item>`,
      '</channel></rss>',
    ),
  },
  'WordPress (WXR)': {
    of: lines(
      '<rss xmlns:wp="x"><channel><title>A blog</title>',
      ({ url, date, tags, field, title }) =>
        `<item><title>${xml(title)}</title><link>${xml(url)}</link><content:encoded>Words</content:encoded><wp:post_date>${xml(date)}</wp:post_date><wp:status>odd</wp:status>${tags.map((tag) => `<category>${xml(tag)}</category>`).join('')}<unheard><of>${xml(field)}</of></unheard></item>`,
      '</channel></rss>',
    ),
  },
  'Evernote (ENEX)': {
    of: lines(
      '<en-export>',
      ({ url, date, tags, field, title }) =>
        `<note><title>${xml(title)}</title><created>${xml(date)}</created>${tags.map((tag) => `<tag>${xml(tag)}</tag>`).join('')}<note-attributes><source-url>${xml(url)}</source-url><unheard-of>${xml(field)}</unheard-of></note-attributes><content><![CDATA[<en-note>Words</en-note>]]></content></note>`,
      '</en-export>',
    ),
  },
  ...jsonPrograms,
  'Instapaper (CSV)': table('URL,Title,Selection,Folder,Timestamp,Tags', ({ url, title, date, tags }) => [
    ...[url, title, '', 'Unread', date, JSON.stringify(tags)],
  ]),
  'Pocket (CSV)': table('title,url,time_added,tags,status', ({ url, title, date, tags }) => [
    ...[title, url, date, tags.join('|'), 'unread'],
  ]),
  'Raindrop.io (CSV)': table('id,title,note,excerpt,url,folder,tags,created', ({ url, title, date, tags }) => [
    ...['1', title, '', '', url, 'A / B', tags.join(','), date],
  ]),
  'Readwise Reader (CSV)': table('Title,URL,ID,Document tags,Saved date,Location', ({ url, title, date, tags }) => [
    ...[title, url, title, JSON.stringify(tags), date, 'later'],
  ]),
  'Readwise (highlights, CSV)': {
    ...table('Highlight,Book Title,Book Author,Note,Location,Highlighted at', ({ title, date }) => [
      ...['A passage', title, 'Ann', '', '1', date],
    ]),
    lacks: ['url'],
  },
  'Matter (CSV)': table('Title,URL,Publisher,Tags,In Queue,Favorited,Last Interaction Date', (row) => [
    ...[row.title, row.url, 'P', row.tags.join(';'), 'maybe', 'perhaps', row.date],
  ]),
  'Karakeep (CSV)': table(
    'ID,Title,Type,Original Post Link / URL,Text Content,Note / Takeaways,Tags / Categories,Date Saved',
    ({ url, title, date, tags }) => [title, title, 'link', url, '', '', tags.join(','), date],
  ),
  'linkding (CSV)': table('id,url,title,description,tag_names,unread,date_added', ({ url, title, date, tags }) => [
    ...['x', url, title, '', tags.join(','), 'maybe', date],
  ]),
  'Diigo (CSV)': table('title,url,tags,comments,annotations,created_at', ({ url, title, date, tags }) => [
    ...[title, url, tags.map((tag) => `"${tag}"`).join(' '), '', '', date],
  ]),
  'YouTube (playlist, CSV)': {
    ...table('Video ID,Playlist Video Creation Timestamp,Title', ({ url, title, date }) => [url, date, title]),
    // A video has an id.
    lacks: [],
  },
  'Goodreads (CSV)': {
    ...table('Book Id,Title,Author,My Rating,Date Added,Bookshelves,Exclusive Shelf', ({ url, title, date }) => [
      ...[url, title, 'Ann', '3', date, 'by-the-sea', 'read'],
    ]),
    lacks: ['url'],
  },
  'Google Maps (saved places)': {
    of: (rows) => {
      const place = ({ url, title, date, tags, field }: Row) => ({
        ...{ type: 'Feature', geometry: { type: 'Point', coordinates: [1, 2] }, 'unheard of': field },
        properties: { google_maps_url: url, date, location: { name: title }, tags },
      });
      return JSON.stringify({ type: 'FeatureCollection', features: rows.map(place) });
    },
  },
  'Letterboxd (CSV)': table('Date,Name,Year,Letterboxd URI,Tags', ({ url, title, date, tags }) => [
    ...[date, title, '', url, tags.join(',')],
  ]),
  'Zotero (CSV)': table(
    'Key,Item Type,Title,Url,Abstract Note,Date Added,Manual Tags',
    ({ url, title, date, tags }) => [...[title, 'book', title, url, '', date, tags.join(';')]],
  ),
  'wallabag (CSV)': table('Title,URL,Content,Tags,MIME Type,Language,Creation date', ({ url, title, date, tags }) => [
    ...[title, url, '', tags.join(','), 'text/html', 'en', date],
  ]),
  'CSV with addresses or texts': table('Link,Name,Labels,Added', ({ url, title, date, tags }) => [
    ...[url, title, tags.join(','), date],
  ]),
  BibTeX: {
    of: lines('', ({ url, title, date, field, tags }) => {
      const plain = (text: string) => text.replace(/[{}]/g, '');
      return `@book{x,\n title = {${plain(title)}},\n url = {${url}},\n timestamp = {${date}},\n unheard = {${field}},\n keywords = {${tags.join(';')}}\n}`;
    }),
  },
  'References (RIS)': {
    of: lines('', ({ url, title, date, field, tags }) =>
      [
        'TY  - BOOK',
        `TI  - ${title}`,
        `UR  - ${url}`,
        `Y2  - ${date}`,
        `U9  - ${field}`,
        ...tags.map((tag) => `KW  - ${tag}`),
        'ER  - ',
      ].join('\n'),
    ),
  },
  'Kindle (My Clippings.txt)': {
    of: lines(
      '',
      ({ title, field }) => `${title} (${field})\n- Your Highlight on page 1 | Added on 1\n\nA passage\n==========`,
    ),
    lacks: ['url', 'date'],
  },
  OneTab: { of: lines('', ({ url, title }) => `${url} | ${title}`), lacks: ['date', 'field'] },
  'List of addresses': { of: lines('', ({ url, title }) => `${url} ${title}`), lacks: ['date', 'field'] },
  Markdown: {
    of: ([row]) =>
      row
        ? `---\ntitle: ${JSON.stringify(row.title)}\nurl: ${row.url}\ncreated: ${JSON.stringify(row.date)}\nunheard of: ${JSON.stringify(row.field)}\ntags: ${JSON.stringify(row.tags)}\n---\n\nWords.\n`
        : '---\n---\n',
    name: 'note.md',
  },
  'Notion (Markdown)': {
    of: ([row]) => (row ? `# ${row.title}\n\nSee ${row.url}, ${row.field}, ${row.date}.\n` : ''),
    name: 'A page 11111111111111111111111111111111.md',
    lacks: ['date', 'field', 'url'],
  },
  'Notion (HTML)': {
    of: ([row]) =>
      row
        ? `${notionHead}<h1 class="page-title">${xml(row.title)}</h1><table class="properties"><tbody><tr class="property-row property-row-url"><th>URL</th><td><a href="${xml(row.url)}">x</a></td></tr><tr class="property-row property-row-created_time"><th>Created</th><td><time>@${xml(row.date)}</time></td></tr><tr class="property-row property-row-unheard"><th>Unheard of</th><td>${xml(row.field)}</td></tr></tbody></table></header><div class="page-body"><p>Words.</p></div></article></body></html>`
        : `${notionHead}<h1 class="page-title"></h1></header></article></body></html>`,
  },
};
