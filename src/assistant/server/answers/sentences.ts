import type { Note } from '../../../notes/model/note.ts';
import { parseMarkdown } from '../../../notes/server/markdown/markdown.ts';
import { sentencesOf, singleSpaced } from '../../../platform/model/text/words.ts';
import { proseOf, type Block } from '../../../reading/server/aid/sentences.ts';
import { textOf } from '../../../search/model/note.ts';
import { stemsOf } from './stems.ts';

type SentenceStems = { text: string; start: number; stems: ReadonlySet<string> };

/** A note in which answers are searched. `mine`: the user's own note, or their copy of its page, whose text is then `html`. */
export type AskedNote = Note & { mine?: 'note' | 'copy'; html?: string };

/** A sentence that may be quoted, with its context. `from` and `to` are its position in its block's text. */
export type CandidateSentence = {
  note: AskedNote;
  /** The text of its block, and the position of the block in the note's prose. */
  block: string;
  at: number;
  text: string;
  from: number;
  to: number;
  stems: ReadonlySet<string>;
  /** The sentences of its block, and its index among them. */
  beside: readonly SentenceStems[];
  index: number;
  /** The stems of its note's title, of the heading above it, and of all of the note. */
  title: ReadonlySet<string>;
  heading: ReadonlySet<string>;
  /** The stems of the line that introduces its list, if it is in one. */
  leading: ReadonlySet<string>;
  within: ReadonlySet<string>;
  /** The stems of the title, and those that many sentences have: what the note is about. */
  subject: ReadonlySet<string>;
  /** Whether it may be an answer: a question, a citation or the introduction of a list is not. */
  tells: boolean;
};

/** The end of a sentence, with what may follow it. */
const ended = /[.!?…。｡！？।॥؟][\p{Pf}\p{Pe}"'’”»」』\s]*$/u;
const asking = /[?？؟][\p{Pf}\p{Pe}"'’”»」』\s]*$/u;
const leadingOn = /[:：][\p{Pf}"'\s]*$/u;
const fewWords = 4;
/** A stem in this many sentences of a note is one of its subjects. */
const manySentences = 4;
/** Added to a sentence's stems if its writer speaks of themselves. */
export const firstPersonStem = '@i';
const speaks =
  /(?<!\p{L})(?:I|my|me|mine|ich|mein\p{L}*|mir|mich|je|j[’']|mon|ma|mes|moi)(?!\p{L})|私|मैं|मेर[ाीे]|मुझे|(?<!\p{L})(?:لي|أنا|دفتري)(?!\p{L})/u;

const none: ReadonlySet<string> = new Set();

/** The sentences of a note's prose, without code, tables and footnotes. */
export function candidateSentences(note: AskedNote): CandidateSentence[] {
  const title = new Set(stemsOf(note.title));
  const within = new Set(title);
  const subject = new Set(title);
  const counts = new Map<string, number>();
  let heading = new Set<string>();
  let leading = none;
  const blocks = note.html === undefined ? proseOf(parseMarkdown(note.body, {})) : paragraphsIn(note.html);
  return blocks.flatMap((block, at) => {
    if (block.kind === 'heading') {
      heading = new Set(stemsOf(block.text));
      leading = none;
      return [];
    }
    const text = singleSpaced(block.text).trim();
    const parts = sentencesOf(text).map((sentence) => ({ ...sentence, stems: stemsIn(sentence.text) }));
    for (const stem of parts.flatMap(({ stems }) => [...stems])) {
      within.add(stem);
      const count = (counts.get(stem) ?? 0) + 1;
      counts.set(stem, count);
      if (count === manySentences) subject.add(stem);
    }
    if (block.kind !== 'item') leading = (leadingOn.test(text) && parts.at(-1)?.stems) || none;
    return parts.map((part, index) => ({
      ...{ note, block: text, at, title, heading, text: part.text, stems: part.stems },
      ...{ from: part.start, to: part.start + part.text.length },
      ...{ beside: parts, index, within, subject, leading: block.kind === 'item' ? leading : none },
      tells: tells(part.text, part.stems.size, block.kind),
    }));
  });
}

function stemsIn(text: string): Set<string> {
  const stems = new Set(stemsOf(text));
  return speaks.test(text) ? stems.add(firstPersonStem) : stems;
}

/** What is not prose in a saved page, and where its paragraphs end. */
const unread = /<(h\d|pre|table|figure|blockquote)\b[^>]*>[^]*?<\/\1>/g;
const ends = /<\/?(?:p|li|div|section|ul|ol|dl|dt|dd|hr|br)\b[^>]*>/;

function paragraphsIn(html: string): Pick<Block, 'text' | 'kind'>[] {
  const texts = html.replace(unread, '<p>').split(ends).map(textOf);
  return texts.filter(Boolean).map((text) => ({ text, kind: 'paragraph' as const }));
}

function tells(text: string, words: number, kind: Block['kind']): boolean {
  if (asking.test(text) || leadingOn.test(text)) return false;
  if (ended.test(text)) return words >= 2;
  // In a quotation, a line without a full stop names its source. A list item may do without one.
  return kind !== 'quote' && words >= fewWords;
}
