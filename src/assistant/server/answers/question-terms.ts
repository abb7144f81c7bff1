import type { Question } from './question.ts';
import { firstPersonStem, type CandidateSentence } from './sentences.ts';

/**
 * The points that a passage gets for each fact about it. It answers the question if they are more than `enough`. Fitted to
 * `tests/eval/questions.tsv`, and only to that, by logistic regression: `npm run eval -- answer-weights` does it again.
 */
export const weights = {
  /** The share of what the question is about that the passage names itself. */
  own: 2.32,
  /** How many of the things that it is about are in the passage, beside it or above it, up to three. */
  near: 1.16,
  /** How many things the question is about, up to six: the more, the less of it an answer names. */
  things: 0.56,
  /** The share of what is asked about the question's names that is neither in the passage nor beside or above it. */
  unstated: -2.31,
  /** Something that is seldom put in other words is neither in the passage nor beside it. */
  unsaid: -3.63,
  /** The passage plainly has what the kind of question asks for, or hardly. */
  plainly: 0.98,
  hardly: -1.72,
  /** A person, a place or a number is asked for, and none is recognised. */
  lacking: -1.05,
  /** How clearly it defines the thing, if the question is what that is. */
  defines: 1.25,
  /** How well its whole paragraph matches all words of the question, the small ones as well, by BM25. */
  paragraph: 3.65,
  /** The search puts the most relevant note first. */
  earlierNote: 4.37,
  enough: 10.3,
};

export type Weights = typeof weights;

/** One of the things that a question is about: its share, and the words of the notes that match it, with how well they do. */
export type QuestionTerm = { stem: string; share: number; forms: ReadonlyMap<string, number> };

const generalWorth = 0.8;
/** Among few texts no word is rare, so at least as many are assumed as a long note has sentences. */
const ofAny = 100;

/** How rare a word is that so many of all texts have. */
export const rarityAmong = (all: number, having: number): number =>
  Math.log(1 + (Math.max(all, ofAny) - having + 0.5) / (having + 0.5));

/** What a question is about. Words that are rare in these sentences count more than common ones. */
export function questionTerms(
  { stems, general, writer }: Question,
  held: readonly CandidateSentence[],
): QuestionTerm[] {
  const counts = new Map<string, number>();
  for (const { stems: own } of held) for (const stem of own) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  // A hyphenated word is one thing if the notes have it so, otherwise its parts are.
  const joined = stems.filter((stem) => stem.includes('-'));
  const whole = joined.filter((stem) => counts.has(stem));
  const parts = new Set(whole.flatMap((stem) => stem.split('-')));
  const chosen = stems.filter((stem) => (stem.includes('-') ? counts.has(stem) : !parts.has(stem)));
  const found = (chosen.length > 0 ? chosen : stems).map((stem) => {
    const forms = formsOf(stem, counts);
    if (writer.has(stem)) forms.set(firstPersonStem, likely);
    const rarity = rarityAmong(held.length, counts.get(stem) ?? 0);
    return { stem, forms, weight: general.has(stem) ? rarity * generalWorth : rarity };
  });
  const all = found.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return found.map(({ stem, forms, weight }) => ({ stem, forms, share: weight / all }));
}

/** How well these stems name a thing, from 0 to 1. */
export function termMatch({ stem, forms }: QuestionTerm, stems: ReadonlySet<string>): number {
  if (stems.has(stem)) return 1;
  let best = 0;
  for (const [form, worth] of forms) if (worth > best && stems.has(form)) best = worth;
  return best;
}

/** What a form counts, compared with the word itself. */
const likely = 0.8;
const shortest = 4;

/** A stem, and if the notes do not have it, those of its forms, compounds and misspellings that they have. */
function formsOf(stem: string, counts: ReadonlyMap<string, number>): Map<string, number> {
  const forms = new Map([[stem, 1]]);
  if (counts.has(stem) || stem.length < shortest || /\P{L}/u.test(stem)) return forms;
  for (const other of counts.keys()) if (isForm(stem, other)) forms.set(other, likely);
  return forms;
}

function isForm(stem: string, other: string): boolean {
  const [short, long] = stem.length < other.length ? [stem, other] : [other, stem];
  if (short.length < shortest) return false;
  if (long.startsWith(short) || long.endsWith(short)) return short.length > shortest || long.length > shortest + 3;
  return short.length > shortest && short[0] === long[0] && isSlip(short, long);
}

/** Whether one letter added, changed or swapped turns one into the other. */
function isSlip(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length - short.length === 1) return short.slice(at) === long.slice(at + 1);
  if (long.length !== short.length) return false;
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
