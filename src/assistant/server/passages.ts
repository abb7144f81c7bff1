import type { Note } from '../../notes/model/note.ts';
import { textWork } from '../../notes/server/markdown-work.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Passage } from '../model/asking.ts';
import { isSmallWord } from '../../platform/model/text/languages.ts';
import { sentencesOf } from '../../platform/model/text/sentences.ts';
import { termOf, wordsOf, singleSpaced } from '../../platform/model/text/words.ts';
import { parseMarkdown } from '../../notes/server/markdown/markdown.ts';
import { proseOf } from '../../reading/server/aid/sentences.ts';
import { readingAid } from '../../reading/server/prepared-markdown.ts';

const shown = 5;
const longest = 480;
/** Of notes that are near in meaning and have none of the words, so many speak at most, each by its opening. */
const openings = { most: 2, characters: 40 };
/** A question of more words than these is about its first ones. */
const asked = 60;

/** `block`: its place among the blocks of the note's prose. */
type Held = { note: Note; text: string; block: number; terms: Map<string, number>; length: number };

/** A passage that a reader has already, and the uuids of notes that are near in meaning. */
type Besides = { besides?: string | undefined; near?: readonly string[] | undefined };

/** The words that say what a question is about, as written: those that are not small, or all where there are no others. */
export function tellingWords(question: string): string[] {
  const words = wordsOf(question.slice(0, 2_000)).slice(0, asked);
  const telling = words.filter((word) => !isSmallWord(word));
  return [...new Set(telling.length > 0 ? telling : words)];
}

/** The same as `passagesFor`, where nobody waits for it. */
export const findPassages = textWork(
  import.meta.url,
  'find-passages',
  // Each text is read twice: for its passages, and for where in its page they stand.
  ({ notes }: { question: string; notes: readonly Note[]; about: Besides }) =>
    notes.flatMap(({ body }) => [body, body]),
  ({ question, notes, about }) => passagesFor(question, notes, about),
);

/**
 * The passages of these notes that speak of what a question asks, at most five, the best first, each as it stands in its
 * note. A passage has to have half of the question's terms, or two, or a fifth of many; none is an honest answer.
 * `besides`: a passage that a reader has before them already, which is left out. `near`: uuids of those of the notes
 * that are near in meaning, the nearest first; where their words say nothing, their openings come last.
 */
export function passagesFor(question: string, notes: readonly Note[], { besides, near = [] }: Besides = {}): Passage[] {
  const terms = [...new Set(tellingWords(question).map(termOf))];
  const held = notes.flatMap(heldIn).filter(({ text }) => besides === undefined || !overlaps(text, besides));
  const average = held.reduce((sum, { length }) => sum + length, 0) / Math.max(1, held.length);
  const rarity = new Map(
    terms.map((term) => {
      const having = held.filter((one) => one.terms.has(term)).length;
      return [term, Math.log(1 + (held.length - having + 0.5) / (having + 0.5))];
    }),
  );
  const needed = Math.max(Math.min(2, Math.ceil(terms.length / 2)), Math.ceil(terms.length / 5), 1);
  const found = held
    .map((one) => ({ one, ...matchOf(one, terms, rarity, average) }))
    .filter(({ hits }) => hits >= needed)
    .sort((a, b) => b.score - a.score)
    .map(({ one }) => one);
  const speaking = new Set(found.map(({ note }) => note.uuid));
  const silent = near
    .filter((uuid) => !speaking.has(uuid))
    .flatMap((uuid) => held.find(({ note, text }) => note.uuid === uuid && text.length >= openings.characters) ?? [])
    .slice(0, openings.most);
  return [
    ...found.slice(0, shown - silent.length).map((one) => passageIn(one, terms)),
    ...silent.map((one) => ({ ...passageIn(one, terms), near: true as const })),
  ];
}

function passageIn({ note, text, block }: Held, terms: readonly string[]): Passage {
  const at = placesLedTo(note)[block];
  return { path: paths.note(note), title: note.title, text: excerptAround(text, terms), ...(at && { at }) };
}

/** Whether one of the two texts is a part of the other, whatever their white space. */
function overlaps(one: string, other: string): boolean {
  const [a, b] = [one, other].map((text) => singleSpaced(text).trim());
  return a !== undefined && b !== undefined && (a.includes(b) || b.includes(a));
}

/** BM25 of one passage among all. */
function matchOf({ terms: its, length }: Held, terms: string[], rarity: ReadonlyMap<string, number>, average: number) {
  let score = 0;
  let hits = 0;
  for (const term of terms) {
    const times = its.get(term) ?? 0;
    if (times === 0) continue;
    hits += 1;
    score += ((rarity.get(term) ?? 0) * times * 2.2) / (times + 1.2 * (0.25 + (0.75 * length) / average));
  }
  return { score: score * (hits / terms.length), hits };
}

function heldIn(note: Note): Held[] {
  const title = new Set(wordsOf(note.title).map(termOf));
  return proseOf(parseMarkdown(note.body, {}))
    .map(({ kind, text }, block) => ({ kind, text, block }))
    .filter(({ kind }) => kind !== 'heading')
    .map(({ text, block }) => {
      const words = wordsOf(text);
      const terms = new Map<string, number>();
      for (const word of words) terms.set(termOf(word), (terms.get(termOf(word)) ?? 0) + 1);
      // A passage need not repeat what its note's title says.
      for (const term of title) if (!terms.has(term)) terms.set(term, 0.3);
      return { note, text: singleSpaced(text).trim(), block, terms, length: words.length };
    });
}

/** The ids that the note's page has in its blocks of prose, since its key points lead there and say the same above. */
function placesLedTo({ body, title, points }: Note): (string | undefined)[] {
  const tokens = parseMarkdown(body, {});
  readingAid(tokens, title, points);
  return proseOf(tokens).map(({ token }) => token.attrGet('id')?.toString());
}

/** A long passage's part around its first sentence that has most of the terms, in whole sentences where they fit. */
function excerptAround(text: string, terms: readonly string[]): string {
  if (text.length <= longest) return text;
  const sentences = sentencesOf(text);
  const wanted = new Set(terms);
  const hits = sentences.map((sentence) => wordsOf(sentence.text).filter((word) => wanted.has(termOf(word))).length);
  const best = hits.indexOf(Math.max(...hits));
  const start = sentences[best]?.start ?? 0;
  const whole = sentences.slice(best).filter((sentence) => sentence.start + sentence.text.length - start <= longest);
  const last = whole.at(-1);
  return last ? text.slice(start, last.start + last.text.length) : text.slice(start, start + longest);
}
