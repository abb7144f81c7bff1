import type { PublishedNote } from '../published-note.ts';
import { hostOf } from '../host.ts';
import { paths } from '../paths.ts';
import { hash } from './files.ts';
import { wordLimits } from './limits.ts';
import type { SearchedNote } from './searched-note.ts';
import { comparable, spokenWords } from './words.ts';

export function searchedNote({ note, author, html, excerpt, minutes }: PublishedNote): SearchedNote {
  return {
    uuid: note.uuid,
    path: paths.note(note),
    title: note.title,
    kind: note.kind,
    host: note.url ? hostOf(note.url) : '',
    excerpt,
    tags: note.tags,
    author: author.name,
    handle: author.handle,
    minutes,
    at: note.publishedAt ?? note.createdAt,
    text: textOf(html).slice(0, wordLimits.text),
  };
}

/** The number that stands for a note in lists: 32 bits. Two notes may share one, which reading them tells apart. */
export function idOf(uuid: string): number {
  return hash(uuid) % 2 ** 32;
}

/** The key under which the file of a note is found. */
export function keyOf(id: number): string {
  return id.toString(16).padStart(8, '0');
}

/** How often a word counts by where it stands. */
const places = { title: 6, tags: 5, author: 2, host: 2 } as const;
/** BM25: how soon repeating a word says nothing new, and how much a long text counts against it (in words). */
const saturation = { k: 1.3, b: 0.6, words: 300 } as const;

/** Marks a beginning of one or two letters of a title's word, which is looked up before more is typed. */
export const beginning = (letters: string) => `${letters}*`;

/** The words of a note and how much each says about it, 1 to 63. Only the note itself decides. */
export function weightsOf(note: SearchedNote): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (word: string, times: number) => counts.set(word, (counts.get(word) ?? 0) + times);
  const text = spokenWords(note.text);
  const { k, b } = saturation;
  const length = 1 - b + (b * text.length) / saturation.words;
  for (const word of text) add(word, 1 / length);
  const begins = new Set<string>();
  for (const [place, value] of [
    ['title', note.title],
    ['tags', note.tags.join(' ')],
    ['author', `${note.author} ${note.handle.replaceAll('_', ' ')}`],
    ['host', note.host],
  ] as const) {
    for (const word of spokenWords(value)) {
      add(word, places[place]);
      const letters = [...word];
      if (place !== 'host')
        for (const size of [1, 2]) if (letters.length > size) begins.add(letters.slice(0, size).join(''));
    }
  }
  const weights = new Map<string, number>();
  for (const [word, count] of counts) weights.set(word, weightOf(count / (k + count)));
  // A short title that begins so is more likely meant than a long one.
  for (const letters of begins) weights.set(beginning(letters), weightOf(1 / (1 + note.title.length / 40)));
  return weights;
}

function weightOf(part: number): number {
  return Math.max(1, Math.min(63, Math.round(part * 63)));
}

/** What a search may be narrowed to that holds for this note. */
export function filtersOf(note: SearchedNote): string[] {
  return [
    ...note.tags.map((tag) => `tag:${comparable(tag)}`),
    `person:${note.handle}`,
    ...(note.host ? [`site:${note.host.toLowerCase()}`] : []),
    `kind:${note.kind}`,
    `on:${note.at.slice(0, 10)}`,
  ];
}

/** The day on which a note was published, counted from 1970. */
export function dayOf({ at }: Pick<SearchedNote, 'at'>): number {
  return Math.max(0, Math.floor(Date.parse(at) / 86_400_000));
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The text of HTML that we rendered: what a reader sees, without tags. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]*>/g, (tag) =>
      /^<\/?(?:p|h\d|li|tr|td|th|pre|blockquote|br|div|section|hr|dt|dd)\b/.test(tag) ? ' ' : '',
    )
    .replace(/&(amp|lt|gt|quot);/g, (_, name: string) => entities[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();
}
