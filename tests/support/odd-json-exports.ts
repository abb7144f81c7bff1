/** A saved item with values that no program expects; `field` is an unknown field. */
export type Row = { title: string; url: string; date: string; tags: string[]; field: string };

/**
 * How a program writes such rows: `of` returns a whole file; `name`: the file name, where it matters; `lacks`: what
 * the program's format cannot hold.
 */
export type Program = { of: (rows: Row[]) => string; name?: string; lacks?: readonly ('date' | 'field' | 'url')[] };

const listOf = (item: (row: Row) => object) => (rows: Row[]) => JSON.stringify(rows.map(item));
const within = (around: (list: object[]) => object, item: (row: Row) => object) => (rows: Row[]) =>
  JSON.stringify(around(rows.map(item)));
const odd = ({ field }: Row) => ({ 'unheard of': field, 'another one': { inner: [field, null, 7] } });
/** The programs that write JSON. */
export const jsonPrograms: Readonly<Record<string, Program>> = {
  'Karakeep (JSON)': {
    of: within(
      (bookmarks) => ({ bookmarks, lists: [] }),
      (row) => ({
        ...{
          createdAt: row.date,
          title: row.title,
          tags: row.tags,
          content: { type: 'link', url: row.url },
          ...odd(row),
        },
      }),
    ),
  },
  'Linkwarden (JSON)': {
    of: within(
      (links) => ({ name: 'I', collections: [{ id: 1, name: 'One', ownerId: 1, links }] }),
      (row) => ({ id: row.title, name: row.title, url: row.url, tags: row.tags, createdAt: row.date, ...odd(row) }),
    ),
  },
  Omnivore: {
    of: listOf((row) => ({
      ...{ id: row.title, slug: row.title, title: row.title, url: row.url, state: 'Active' },
      ...{ savedAt: row.date, labels: row.tags, ...odd(row) },
    })),
  },
  'wallabag (JSON)': {
    of: listOf((row) => ({
      ...{ id: row.title, title: row.title, url: row.url, is_archived: 0, content: '', tags: row.tags },
      ...{ created_at: row.date, annotations: [{ quote: 'Marked', text: '', ...odd(row) }, row.field] },
    })),
  },
  'Starred articles (Inoreader, FreshRSS)': {
    of: within(
      (items) => ({ id: 'starred', title: 'Starred', items }),
      (row) => ({
        ...{ id: row.title, title: row.title, categories: row.tags.map((tag) => `user/1/label/${tag}`) },
        ...{ canonical: [{ href: row.url }], alternate: [{ href: row.url }], starred: row.date, published: row.date },
        ...{ summary: { content: '' }, origin: { title: 'A feed' }, ...odd(row) },
      }),
    ),
  },
  'Google Keep (JSON)': {
    of: ([row]) =>
      JSON.stringify({
        ...{ color: 'DEFAULT', isTrashed: false, isPinned: 'maybe', isArchived: false, title: row?.title ?? '' },
        ...{ userEditedTimestampUsec: 1709528767000000, createdTimestampUsec: row?.date ?? 0 },
        ...(row && { textContent: row.url, labels: row.tags.map((name) => ({ name })), ...odd(row) }),
      }),
  },
  'X (Twitter) archive': {
    of: (rows) =>
      `window.YTD.tweets.part0 = ${listOf((row) => ({
        tweet: {
          ...{ id_str: row.title.length, full_text: `${row.title} https://t.co/a`, created_at: row.date, ...odd(row) },
          entities: {
            urls: [{ url: 'https://t.co/a', expanded_url: row.url }],
            hashtags: row.tags.map((text) => ({ text })),
          },
        },
      }))(rows)}`,
  },
  'Pinboard (JSON)': {
    of: listOf((row) => ({
      ...{ href: row.url, description: row.title, extended: '', time: row.date, shared: 'maybe', toread: [] },
      ...{ tags: row.tags.join(' '), ...odd(row) },
    })),
  },
  'linkding (JSON)': {
    of: within(
      (results) => ({ count: 1, results }),
      (row) => ({
        ...{ id: 1, url: row.url, title: row.title, tag_names: row.tags, is_archived: 'soon' },
        ...{ date_added: row.date, ...odd(row) },
      }),
    ),
  },
  'Shaarli (JSON)': {
    of: listOf((row) => ({
      ...{ id: 1, url: row.url, shorturl: 'x', title: row.title, description: '', tags: row.tags },
      ...{ private: 'perhaps', created: row.date, ...odd(row) },
    })),
  },
  'Readability (JSON)': {
    of: within(
      (bookmarks) => ({ bookmarks, recommendations: [] }),
      (row) => ({
        ...{ article__url: row.url, article__title: row.title, archive: 'x', favorite: 'y' },
        ...{ date_added: row.date, ...odd(row) },
      }),
    ),
  },
  'Readwise (JSON)': {
    of: within(
      (results) => ({ count: 1, results }),
      (row) => ({
        ...{ user_book_id: row.title, title: row.title, source_url: row.url, book_tags: row.tags },
        highlights: [
          { text: 'Marked', highlighted_at: row.date, ...odd(row) },
          { text: ['odd'], note: row.field },
        ],
      }),
    ),
    lacks: ['date'],
  },
  'Readwise Reader (JSON)': {
    of: within(
      (results) => ({ count: 1, results }),
      (row) => ({
        ...{
          id: row.title,
          source_url: row.url,
          title: row.title,
          category: 'article',
          location: 'new',
          parent_id: null,
        },
        ...{ tags: Object.fromEntries(row.tags.map((name) => [name, { name }])), reading_progress: 0 },
        ...{ saved_at: row.date, ...odd(row) },
      }),
    ),
  },
  'GitHub (stars, JSON)': {
    of: listOf((row) => ({
      starred_at: row.date,
      repo: { html_url: row.url, full_name: row.title, topics: row.tags, ...odd(row) },
    })),
  },
  'Hypothesis (JSON)': {
    of: within(
      (rows) => ({ total: 1, rows }),
      (row) => ({
        ...{ uri: row.url, text: row.title, tags: row.tags, created: row.date, ...odd(row) },
        ...{ target: [{ selector: [{ type: 'TextQuoteSelector', exact: row.title }] }] },
      }),
    ),
  },
  'Chrome (Bookmarks)': {
    of: within(
      (children) => ({ checksum: 'x', roots: { bookmark_bar: { children, name: 'Bar', type: 'folder' } } }),
      (row) => ({ type: 'url', name: row.title, url: row.url, date_added: row.date, ...odd(row) }),
    ),
  },
  'Firefox (backup)': {
    of: within(
      (children) => ({ guid: 'root', title: '', root: 'placesRoot', children: [{ title: 'menu', children }] }),
      (row) => ({ title: row.title, uri: row.url, tags: row.tags.join(','), dateAdded: row.date, ...odd(row) }),
    ),
  },
  'Hacker News (JSON)': {
    of: listOf((row) => ({
      ...{ id: 1, by: 'jo', type: 'story', title: row.title, url: row.url, time: row.date },
      ...odd(row),
    })),
  },
  'Hacker News (search, JSON)': {
    of: within(
      (hits) => ({ hits }),
      (row) => ({ objectID: '1', author: 'jo', title: row.title, url: row.url, created_at: row.date, ...odd(row) }),
    ),
  },
  'References (CSL-JSON)': {
    of: listOf((row) => ({
      ...{ id: 'x', type: 'book', title: row.title, URL: row.url, author: row.field, keyword: row.tags.join(';') },
      ...{ accessed: { literal: row.date }, ...odd(row) },
    })),
  },
  'Bluesky (JSON)': {
    of: within(
      (bookmarks) => ({ bookmarks }),
      (row) => ({
        ...{ createdAt: row.date, subject: { uri: 'at://did:plc:x/app.bsky.feed.post/x' } },
        item: { author: row.title, record: { text: row.title, embed: { external: { uri: row.url } }, ...odd(row) } },
      }),
    ),
  },
  'Mastodon (outbox)': {
    of: within(
      (orderedItems) => ({ type: 'OrderedCollection', orderedItems }),
      (row) => ({
        ...{
          id: 'x',
          type: 'Create',
          actor: 'https://a.example/',
          published: row.date,
          to: ['as:Public'],
          ...odd(row),
        },
        object: { id: row.title, url: row.url, content: row.title, tag: row.tags },
      }),
    ),
  },
  'Simplenote (JSON)': {
    of: within(
      (activeNotes) => ({ activeNotes, trashedNotes: [] }),
      (row) => ({
        ...{ id: 1, content: `${row.title}\n${row.url}`, creationDate: row.date, lastModified: 0, tags: row.tags },
        ...odd(row),
      }),
    ),
  },
  'Day One (JSON)': {
    of: within(
      (entries) => ({ metadata: {}, entries }),
      (row) => ({
        ...{
          uuid: row.title,
          creationDate: row.date,
          modifiedDate: 0,
          timeZone: 'Z',
          text: `${row.title}\n${row.url}`,
        },
        ...{ tags: row.tags, starred: 'maybe', photos: ['x'], ...odd(row) },
      }),
    ),
  },
  'Standard Notes (JSON)': {
    of: within(
      (items) => ({ version: '004', items }),
      (row) => ({
        ...{ uuid: row.title, content_type: 'Note', created_at: row.date, updated_at: [] },
        content: { title: row.title, text: row.url, trashed: 'maybe', ...odd(row) },
      }),
    ),
  },
  'Roam Research (JSON)': {
    of: listOf((row) => ({
      ...{ title: row.title, 'create-time': row.date, 'edit-time': {}, children: [{ string: row.url }], ...odd(row) },
    })),
  },
  'JSON with addresses or texts': {
    of: listOf((row) => ({ link: row.url, name: row.title, labels: row.tags, added: row.date, ...odd(row) })),
  },
};
