import type { OverlayOptions } from 'sharp';
import { writtenDate } from '../../../platform/model/dates.ts';
import { previewSize, feedPaths, listCards } from '../../model/addresses.ts';
import { xmlText } from '../../../platform/model/xml.ts';
import { hostOf } from '../../../platform/model/url.ts';
import { validate as isUuid } from 'uuid';
import { readShown } from '../../../library/server/collections.ts';
import { isPersonHidden } from '../../../people/model/permissions.ts';
import { authorOf, type Author } from '../../../people/model/user.ts';
import { readUser, findUserByHandle } from '../../../people/server/people.ts';
import { HttpError, readable } from '../../../platform/server/http/problem.ts';
import { fontsFor, type Face } from './fonts.ts';
import { publicNote } from '../../../notes/server/note-http.ts';
import { database } from '../../../platform/server/database.ts';
import type { Handler } from '../../../platform/server/http/endpoint.ts';
import { cacheTags, pageCaching } from '../../../platform/server/http/html.ts';
import { keptAnswers } from '../../../platform/server/http/kept-answers.ts';
import { siteIdentity } from '../../../platform/server/site.ts';
import { readNotesPage, tagSizes } from '../../../notes/server/notes.ts';
import { countedOf } from '../../../platform/model/counted.ts';
import { tagNamed } from '../../../platform/model/paths.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';

/** The preview picture of a public note, drawn on request and cached by the CDN until the note changes, or for a day. */
export const notePicture: Handler = async (request, { params }) => {
  const { note, author } = await publicNote(database(), params['uuid']);
  const caching = pageCaching.shared(cacheTags.noteWith(note.uuid, [author.id]));
  const address = feedPaths.noteImage(note);
  if (new URL(request.url).pathname !== address) {
    return new Response(null, { status: 302, headers: { ...caching, Location: address } });
  }
  const source = note.url ? hostOf(note.url) : '';
  const date = writtenDate(note.publishedAt ?? note.createdAt);
  return cardOf({ title: note.title, source, ...bylineOf(author, date) }, caching);
};

/** The same for a public collection, until it changes. */
export const collectionPicture: Handler = async (request, { params }) => {
  const id = params['id'] ?? '';
  const [collection] = isUuid(id) ? await readShown(database(), [id]) : [];
  const owner = collection?.visibility === 'public' ? await readUser(database(), collection.ownerId) : undefined;
  if (!collection || !owner || isPersonHidden(owner)) {
    throw new HttpError(404, 'Not Found', 'There’s no such collection, or it isn’t public.');
  }
  const caching = pageCaching.shared(`${cacheTags.lists},${cacheTags.person(owner.id)}`);
  const address = feedPaths.collectionImage(collection.id, collection.updatedAt);
  if (new URL(request.url).pathname !== address) {
    return new Response(null, { status: 302, headers: { ...caching, Location: address } });
  }
  const date = writtenDate(collection.updatedAt);
  const about = { title: collection.name, source: 'Collection', ...bylineOf(authorOf(owner), date) };
  return cardOf(about, caching);
};

const bylineOf = ({ name, handle }: Author, date: string) => ({
  byline: `${name} · ${date}`,
  otherByline: `@${handle} · ${date}`,
});

/** Drawing takes tens of times as long as rendering a page, and many clients request what has just been linked. */
const kept = keptAnswers(4 * 1024 * 1024);

function cardOf(about: Card, caching: Record<string, string>): Promise<Response> {
  const headers = {
    ...caching,
    'Cache-Control': 'public, max-age=86400',
    // A change purges it; a day is how long one stays whose purge was lost.
    'Netlify-CDN-Cache-Control': 'public, durable, s-maxage=86400',
    'Content-Type': 'image/png',
  };
  const site = siteIdentity().title;
  return kept({ about, site }, headers, async () => ({ bytes: await drawnCard(about, site), headers: {} }));
}

const margin = 80;
/** Between the byline and the site's name. */
const gap = 40;
const colours = { page: '#fcfcfd', ink: '#1b2130', muted: '#545b68', primary: '#166c3b' };
const titleBox = { top: 146, height: 324 };
/** The largest that fits is used. In points at 72 to the inch, so in pixels. */
const titleSizes = [92, 78, 66, 56, 46, 40, 34];
const smallSize = 30;
const brandSize = 36;
/** If a family lacks a letter, the renderer tries the next. */
const names: Record<Face, string> = { display: 'Alegreya SemiBold,Noto Sans Semi-Bold', plain: 'Noto Sans Bold' };

type Drawn = { data: Buffer; width: number; height: number };

/**
 * The content of a picture: a title, where it is from (or what it is), and a line below, with an alternative if no font
 * draws it.
 */
type Card = { title: string; source: string; byline: string; otherByline?: string };

/** A PNG of 1200 by 630 pixels with the title, its source and its author, in its own script and direction. */
async function drawnCard(about: Card, siteTitle: string): Promise<Buffer> {
  const { width, height } = previewSize;
  const text = drawable(about.title);
  const title = (await fitted(text)) ?? (await fitted(siteTitle));
  const site = await drawn(siteTitle, brandSize, colours.primary, 'display');
  const room = width - 2 * margin;
  const [source, byline] = await Promise.all([
    lineWithin(room, about.source, colours.primary),
    firstWithin(room - (site ? site.width + gap : 0), [about.byline, about.otherByline ?? '']),
  ]);
  const layers: OverlayOptions[] = [
    { input: bar(width), top: 0, left: 0 },
    ...(source ? [{ input: source.data, top: 76, left: margin }] : []),
    ...(title ? [{ input: title.data, top: titleBox.top, left: startOf(text, title) }] : []),
    ...(byline ? [{ input: byline.data, top: height - margin - smallSize, left: margin }] : []),
    ...(site ? [{ input: site.data, top: height - margin - smallSize, left: width - margin - site.width }] : []),
  ];
  const sharp = await drawer();
  return sharp({ create: { width, height, channels: 3, background: colours.page } })
    .composite(layers)
    .png({ palette: true, colours: 64 })
    .toBuffer();
}

/** A native module, loaded only when there is something to draw. */
const drawer = async () => (await import('sharp')).default;

/** Removes emoji, which no text font draws. */
function drawable(text: string): string {
  return text
    .replace(/\p{RGI_Emoji}/gv, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** The title as large as its box allows, or undefined if no font draws it. */
async function fitted(text: string): Promise<Drawn | undefined> {
  for (const size of titleSizes) {
    const title = await drawn(text, size, colours.ink, 'display');
    if (!title || title.height <= titleBox.height || size === titleSizes.at(-1)) return title;
  }
  return undefined;
}

/** The first line that a font can draw. */
async function firstWithin(room: number, lines: readonly string[]): Promise<Drawn | undefined> {
  for (const line of lines) {
    const done = await lineWithin(room, line, colours.muted);
    if (done) return done;
  }
  return undefined;
}

/** One line. If there is no room, the part before the last ` · ` is cut. */
async function lineWithin(room: number, text: string, colour: string): Promise<Drawn | undefined> {
  const at = text.lastIndexOf(' · ');
  const [head, tail] = at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at)];
  let letters = Array.from(new Intl.Segmenter().segment(head), ({ segment }) => segment);
  let line = text;
  for (;;) {
    const done = await drawn(line, smallSize, colour, 'plain', null);
    if (!done || done.width <= room || letters.length === 0) return done;
    letters = letters.slice(0, Math.min(letters.length - 1, Math.floor((letters.length * room) / done.width)));
    line = `${letters.join('').trimEnd()}…${tail}`;
  }
}

/** A text in lines of a width, or in one line without a width. */
async function drawn(
  text: string,
  size: number,
  colour: string,
  face: Face = 'plain',
  width: number | null = previewSize.width - 2 * margin,
): Promise<Drawn | undefined> {
  const fonts = text.trim() ? await fontsFor(text, face) : undefined;
  if (!fonts) return undefined;
  const sharp = await drawer();
  // Every font file that the text needs must be loaded by the renderer, which takes one at a time.
  for (const fontfile of fonts.slice(1)) await sharp({ text: { text: '.', fontfile } }).metadata();
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}">${xmlText(text)}</span>`,
      font: `${names[face]} ${size}`,
      ...(fonts[0] === undefined ? {} : { fontfile: fonts[0] }),
      ...(width === null ? {} : { width, wrap: 'word-char' as const }),
      dpi: 72,
      rgba: true,
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height };
}

/** The left edge of a text: right-to-left scripts are aligned to the right. */
function startOf(text: string, { width }: Drawn): number {
  const first = /[\p{L}]/u.exec(text)?.[0] ?? '';
  const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first);
  return rightToLeft ? previewSize.width - margin - width : margin;
}

function bar(width: number): Buffer {
  return Buffer.from(
    `<svg width="${width}" height="16"><rect width="${width}" height="16" fill="${colours.primary}"/></svg>`,
  );
}

/** The card of a page, by its kind and name; undefined if there is no such page. */
const cards: Record<string, (redis: Redis, name: string) => Promise<Card | undefined>> = {
  async tag(redis, name) {
    const tag = tagNamed(name);
    const size = (await tagSizes(redis, [tag])).sizes.get(tag);
    return size === undefined ? undefined : { title: `#${tag}`, source: 'Tag', byline: countedOf(size, 'note') };
  },
  async person(redis, name) {
    const person = await findUserByHandle(redis, name.toLowerCase());
    if (!person || isPersonHidden(person)) return undefined;
    const { total } = await readNotesPage(redis, { author: person.id }, { from: 0, count: 1 });
    if (total === 0) return undefined;
    const byline = `@${person.handle} · ${countedOf(total, 'note')}`;
    return { title: person.name || person.handle, source: 'Notes by', byline };
  },
  async list(_, name) {
    const title = Object.hasOwn(listCards, name) ? listCards[name as keyof typeof listCards] : undefined;
    return title === undefined ? undefined : { title, source: '', byline: 'Save, share and discuss' };
  },
};

/** The preview picture of a tag, a person or a list. */
export const cardPicture: Handler = async (_, { params }) => {
  const [, name] = /^(.{1,200})\.png$/u.exec(readable(params['file'] ?? '')) ?? [];
  const kind = params['kind'] ?? '';
  const card = name && Object.hasOwn(cards, kind) ? await cards[kind]?.(database(), name) : undefined;
  if (!card) throw new HttpError(404, 'Not Found', 'There is no page with such a card.');
  return cardOf(card, pageCaching.shared(cacheTags.lists));
};
