import type { Question } from './question.ts';
import { speaking, type HeldSentence } from './sentences.ts';

/**
 * By how much each thing tells that a passage answers. Chosen on `tests/eval/questions.tsv`, and to be
 * chosen on no other questions; `npm run eval -- answer-weights` says how well others would do there.
 */
export const weights = {
  /**
   * What a thing counts that stands not in the passage, but in the line that leads to its list, beside it, above it, in its
   * block, in its note; or that its note is about.
   */
  leading: 0.8,
  beside: 0.7,
  above: 0.5,
  block: 0.45,
  note: 0.2,
  subject: 0.8,
  /** The share that what the passage itself names has in how much it is about what is asked. */
  own: 0.35,
  /** How well a passage does that has plainly, perhaps or not what the kind of question asks for. */
  plainly: 1.4,
  perhaps: 1,
  hardly: 0.7,
  defines: 1.6,
  nearlyDefines: 1.2,
  /** The search knows which note speaks of it most: what each later one loses. */
  laterNote: 0.12,
  /** Longer quotations have more words by chance: what a thousand characters more lose. */
  length: 1,
  /** How much of what a question is about has to be there, by how plainly it answers otherwise. */
  enoughPlainly: 0.42,
  enoughPerhaps: 0.4,
  enoughHardly: 0.7,
  /** How much of it the passage itself has to name. */
  enoughOwn: 0.25,
};

export type Weights = typeof weights;

/** One of the things that a question is about: what share of it this is, and what stands for it in the notes, by how well. */
export type Sought = { stem: string; share: number; forms: ReadonlyMap<string, number> };

const generalWorth = 0.8;
/** In few sentences no word is rare: then as many count as a long note has. */
const ofAny = 100;

/** What a question is about, the rare in these sentences counting more than the common. */
export function soughtIn({ stems, general, writer }: Question, held: readonly HeldSentence[]): Sought[] {
  const counts = new Map<string, number>();
  for (const { stems: own } of held) for (const stem of own) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  // What a hyphen joins is one thing where the notes have it so, and its parts where they have not.
  const joined = stems.filter((stem) => stem.includes('-'));
  const whole = joined.filter((stem) => counts.has(stem));
  const parts = new Set(whole.flatMap((stem) => stem.split('-')));
  const told = stems.filter((stem) => (stem.includes('-') ? counts.has(stem) : !parts.has(stem)));
  const found = (told.length > 0 ? told : stems).map((stem) => {
    const forms = formsOf(stem, counts);
    if (writer.has(stem)) forms.set(speaking, likely);
    const having = counts.get(stem) ?? 0;
    const rarity = Math.log(1 + (Math.max(held.length, ofAny) - having + 0.5) / (having + 0.5));
    return { stem, forms, weight: general.has(stem) ? rarity * generalWorth : rarity };
  });
  const all = found.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return found.map(({ stem, forms, weight }) => ({ stem, forms, share: weight / all }));
}

/** How well these stems have a thing, from 0 to 1. */
export function hasIt({ stem, forms }: Sought, stems: ReadonlySet<string>): number {
  if (stems.has(stem)) return 1;
  let best = 0;
  for (const [form, worth] of forms) if (worth > best && stems.has(form)) best = worth;
  return best;
}

/** What a form counts of the word itself. */
const likely = 0.8;
const shortest = 4;

/** A stem and what the notes have in its place where they have not it itself, a form, a compound, a slip of it. */
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

/** Whether one letter more, another one, or two exchanged make one of the other. */
function isSlip(short: string, long: string): boolean {
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (long.length - short.length === 1) return short.slice(at) === long.slice(at + 1);
  if (long.length !== short.length) return false;
  if (short.slice(at + 1) === long.slice(at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
}
