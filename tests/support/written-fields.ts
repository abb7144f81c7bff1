export const xml = (text: string) => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
export const json = (value: object) => JSON.stringify(value);
export const url = 'https://page.example/';
const bookmark = (inner: string) => `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<DL><p>\n${inner}\n</DL><p>`;
export const created = '2024-03-04T05:06:07Z';

/** Fields that programs show as plain text, each in a whole file. */
export const plainFields: Readonly<Record<string, (text: string) => string>> = {
  'Bookmarks (HTML): behind DD': (text) => bookmark(`<DT><A HREF="${url}">A</A>\n<DD>${xml(text)}`),
  'Bookmarks (HTML): description': (text) => bookmark(`<DT><A HREF="${url}" DESCRIPTION="${xml(text)}">A</A>`),
  'Pinboard (XML)': (text) => `<posts><post href="${url}" description="A" extended="${xml(text)}" tag=""/></posts>`,
  'Pinboard (JSON)': (text) =>
    json([{ href: url, description: 'A', extended: text, time: created, shared: 'no', toread: 'no', tags: '' }]),
  'linkding (JSON): description': (text) =>
    json({
      results: [{ id: 1, url, title: 'A', description: text, tag_names: [], is_archived: false, date_added: '' }],
    }),
  'linkding (CSV)': (text) => `url,title,description,tag_names,unread,date_added\n${url},A,${cell(text)},,,`,
  'Karakeep (JSON): note': (text) =>
    json({ bookmarks: [{ createdAt: 1, title: 'A', tags: [], content: { type: 'link', url }, note: text }] }),
  'Linkwarden (JSON)': (text) =>
    json({ collections: [{ id: 1, name: 'N', ownerId: 1, links: [{ id: 2, name: 'A', url, description: text }] }] }),
  Omnivore: (text) =>
    json([{ id: '1', slug: 'a', title: 'A', url, description: text, state: 'Active', savedAt: created, labels: [] }]),
  'Readwise (JSON): document_note': (text) =>
    json({ results: [{ user_book_id: 1, title: 'A', source_url: url, document_note: text, highlights: [] }] }),
  'Readwise (highlights, CSV): passage': (text) =>
    `Highlight,Book Title,Book Author,Note,Location,Highlighted at\n${cell(text)},A,B,,1,`,
  'wallabag (JSON): remark on the whole page': (text) =>
    json([{ url, title: 'A', content: '', is_archived: 0, annotations: [{ quote: '', text }] }]),
  'Instapaper (CSV)': (text) => `URL,Title,Selection,Folder,Timestamp\n${url},A,${cell(text)},Unread,1`,
  'Raindrop.io (CSV): note': (text) => `id,title,note,excerpt,url,folder,tags,created\n1,A,${cell(text)},,${url},,,`,
  'Raindrop.io (CSV): excerpt': (text) => `id,title,note,excerpt,url,folder,tags,created\n1,A,,${cell(text)},${url},,,`,
  'Zotero (CSV): abstract': (text) =>
    `Key,Item Type,Title,Url,Abstract Note,Date Added,Manual Tags\nK,book,A,${url},${cell(text)},,`,
  'CSV with addresses or texts': (text) => `url,title,notes\n${url},A,${cell(text)}`,
  'JSON with addresses or texts': (text) => json([{ url, title: 'A', comment: text }]),
  'References (CSL-JSON)': (text) => json([{ id: '1', type: 'book', title: 'A', URL: url, note: text }]),
  'References (RIS)': (text) => `TY  - JOUR\nTI  - A\nUR  - ${url}\nN1  - ${text}\nER  - \n`,
  'Kindle: passage': (text) =>
    `A (B)\n- Your Highlight on page 1 | Added on Monday, March 4, 2024\n\n${text}\n==========\n`,
  'Kindle: note': (text) => `A (B)\n- Your Note on page 1 | Added on Monday, March 4, 2024\n\n${text}\n==========\n`,
  XBEL: (text) => `<xbel><bookmark href="${url}"><title>A</title><desc>${xml(text)}</desc></bookmark></xbel>`,
  OPML: (text) => `<opml><body><outline text="A" url="${url}" _note="${xml(text)}"/></body></opml>`,
  'Bluesky (JSON)': (text) =>
    json({ bookmarks: [{ createdAt: created, subject: { uri: 'at://a/b/c' }, item: { record: { text } } }] }),
  'X (Twitter) archive': (text) =>
    `window.YTD.tweets.part0 = ${json([{ tweet: { id_str: '1', full_text: text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;') } }])}`,
  'Google Keep (JSON)': (text) =>
    json({
      title: 'A',
      textContent: text,
      isTrashed: false,
      isPinned: false,
      isArchived: false,
      userEditedTimestampUsec: 1,
    }),
  'Simplenote (JSON)': (text) =>
    json({ activeNotes: [{ id: '1', content: `A\n${text}`, creationDate: created, lastModified: created }] }),
  'Standard Notes (JSON)': (text) =>
    json({ items: [{ uuid: '1', content_type: 'Note', content: { title: 'A', text }, created_at: created }] }),
  'Chrome (Bookmarks): a description of Vivaldi': (text) =>
    json({ checksum: '', roots: { bar: { children: [{ url, name: 'A', meta_info: { Description: text } }] } } }),
  'Firefox (backup)': (text) =>
    json({
      ...{ guid: '1', title: '', root: 'placesRoot' },
      children: [
        {
          title: 'menu',
          children: [{ uri: url, title: 'A', annos: [{ name: 'bookmarkProperties/description', value: text }] }],
        },
      ],
    }),
  'Omnivore: a passage whose page has no address': (text) =>
    json([
      { url: 'javascript:x', title: 'A', content: '', is_archived: 0, annotations: [{ quote: text, text: 'Said' }] },
    ]),
};

/** Fields that contain HTML. */
export const htmlFields: Readonly<Record<string, (html: string) => string>> = {
  'Readability (JSON)': (html) =>
    json({
      bookmarks: [{ article__url: url, article__title: 'A', article__excerpt: html, archive: false, favorite: false }],
    }),
  'Hacker News': (html) => json([{ id: 1, by: 'a', time: 1, type: 'comment', text: html }]),
  Mastodon: (html) =>
    json({
      orderedItems: [{ type: 'Create', actor: 'a', published: created, object: { id: url, url, content: html } }],
    }),
  'Zotero (CSV): notes': (html) =>
    `Key,Item Type,Title,Url,Abstract Note,Date Added,Manual Tags,Notes\nK,book,A,${url},,,,${cell(html)}`,
  'Evernote (ENEX)': (html) =>
    `<en-export><note><title>A</title><content><![CDATA[<en-note>${html}</en-note>]]></content></note></en-export>`,
  'WordPress (WXR)': (html) =>
    `<rss xmlns:wp="x"><channel><item><title>A</title><link>${url}</link><content:encoded><![CDATA[${html}]]></content:encoded></item></channel></rss>`,
  'Feed (RSS, Atom)': (html) =>
    `<rss><channel><item><title>A</title><link>${url}</link><description>${xml(html)}</description></item></channel></rss>`,
  'Standard Notes: rich text': (html) =>
    json({
      items: [
        {
          uuid: '1',
          content_type: 'Note',
          content: { title: 'A', text: html, noteType: 'rich-text' },
          created_at: created,
        },
      ],
    }),
};

/** Fields that contain Markdown. */
export const markdownFields: Readonly<Record<string, (text: string) => string>> = {
  'linkding (JSON): notes': (text) =>
    json({ results: [{ id: 1, url, title: 'A', notes: text, tag_names: [], is_archived: false, date_added: '' }] }),
  'linkding, bookmarks: notes': (text) =>
    bookmark(`<DT><A HREF="${url}">A</A>\n<DD>[linkding-notes]${xml(text)}[/linkding-notes]`),
  'Shaarli (JSON)': (text) =>
    json([{ id: 1, url, shorturl: 'x', title: 'A', description: text, tags: [], private: false, created }]),
  'Karakeep: a text': (text) =>
    json({ bookmarks: [{ createdAt: 1, title: 'A', tags: [], content: { type: 'text', text }, note: null }] }),
  'Hypothesis: a remark on the whole page': (text) =>
    json({ rows: [{ uri: url, text, tags: [], target: [], document: { title: 'A' } }] }),
  'Simplenote: Markdown': (text) =>
    json({
      activeNotes: [{ id: '1', content: `# A\n${text}`, creationDate: created, lastModified: created, markdown: true }],
    }),
  'Our own bookmarks': (text) =>
    bookmark(
      `<META NAME="generator" CONTENT="Commonplace, texts in Markdown"><DT><A HREF="${url}">A</A>\n<DD>${xml(text)}`,
    ),
};
