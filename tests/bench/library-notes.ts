import type { OwnDocument } from '../../src/search/model/own/documents.ts';
import { seededRandom, nthWord } from '../support/seeded.ts';

const vocabulary = 60_000;

/**
 * A person's notes with copies of 1,000 words each, as unevenly common as those of a language (Zipf). The same for every
 * run; `seed` makes others of the same ids.
 */
export function* libraryNotes(count: number, { from = 0, seed = 11 } = {}): Generator<OwnDocument> {
  const random = seededRandom(seed);
  const words = Array.from({ length: vocabulary }, (_, rank) => nthWord(rank));
  const word = () => words[Math.floor(Math.exp(random() * Math.log(vocabulary)))] ?? '';
  const said = (length: number) => Array.from({ length }, word).join(' ');
  for (let at = from; at < from + count; at += 1) {
    yield {
      id: `01900000-0000-7000-8000-${String(at).padStart(12, '0')}`,
      title: said(6),
      tags: [words[at % 200] ?? ''],
      site: `${words[at % 500]}.example`,
      author: said(2),
      text: said(15),
      copy: said(1000),
      highlights: at % 10 === 0 ? said(20) : '',
      comments: '',
    };
  }
}

export const textOf = ({ title, tags, site, author, text, copy, highlights }: OwnDocument) =>
  [title, tags.join(' '), site, author, text, copy, highlights].join('\n');

/** The content of a search field after each letter of thirty queries of one to three words. */
export function keystrokes(random: () => number): string[] {
  const word = () => nthWord(Math.floor(Math.exp(random() * Math.log(20_000))));
  return Array.from({ length: 30 }, (_, at) => Array.from({ length: 1 + (at % 3) }, word).join(' ')).flatMap((query) =>
    Array.from(query, (_, at) => query.slice(0, at + 1)).filter((typed) => !typed.endsWith(' ')),
  );
}
