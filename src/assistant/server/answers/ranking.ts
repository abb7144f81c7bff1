import { definesThing, goesOn, leansBack, marksOf } from './marks.ts';
import type { Question } from './question.ts';
import type { AskedNote, HeldSentence } from './sentences.ts';

/** A stretch of a block's text. */
type Span = { from: number; to: number };

/** How well a sentence, with those that it needs, answers. `own`: how much of what is asked about it names itself, 0 to 1. */
export type Ranked = { sentence: HeldSentence; span: Span; score: number; own: number; answers: boolean };

/*
 * What follows was chosen on the tuned half of `tests/eval/questions.tsv`, and is to be chosen on no other.
 */
/** How much of what a question is about has to be there, the rare counting more, by how plainly it answers otherwise. */
const enough = [0.6, 0.5, 0.42] as const;
const markWorth = [0.6, 1, 1.4] as const;
const definedWorth = [1, 1.2, 1.6] as const;
/** What a word counts that stands not in the passage, but in the sentence beside it, its block, above it, in its note. */
const worth = { beside: 0.6, above: 0.5, block: 0.45, note: 0.25 };
const generalWorth = 0.4;
/** In few sentences no word is rare: then as many count as a long note has. */
const ofAny = 100;
const ownShare = 0.35;
/** The search knows which note speaks of it most. */
const laterNote = 0.2;

const longest = 420;
/** Longer quotations have more words by chance. */
const fair = 120;
/** A shorter quotation says little alone, and takes the next sentence along where both are not too long. */
const alone = 130;
const together = 300;

/** Every sentence that may be quoted and names anything of what is asked about, the best first. `notes` in the search's order. */
export function rankedFor(
  question: Question,
  held: readonly HeldSentence[],
  order: ReadonlyMap<AskedNote, number>,
): Ranked[] {
  const weights = weightsOf(question, held);
  const all = [...weights.values()].reduce((sum, weight) => sum + weight, 0) || 1;
  const [thing] = [...weights].sort(([, a], [, b]) => b - a)[0] ?? [];
  return held
    .filter(({ tells }) => tells)
    .map((sentence) => ranked(question, sentence, { weights, all, thing }))
    .filter(({ score }) => score > 0)
    .map((one) => ({ ...one, score: one.score / (1 + laterNote * (order.get(one.sentence.note) ?? 0)) }))
    .sort((a, b) => b.score - a.score);
}

function weightsOf({ stems, general }: Question, held: readonly HeldSentence[]): Map<string, number> {
  return new Map(
    stems.map((stem) => {
      const having = held.filter((one) => one.stems.has(stem)).length;
      const rarity = Math.log(1 + (Math.max(held.length, ofAny) - having + 0.5) / (having + 0.5));
      return [stem, general.has(stem) ? rarity * generalWorth : rarity];
    }),
  );
}

type Weights = { weights: ReadonlyMap<string, number>; all: number; thing: string | undefined };

function ranked(question: Question, sentence: HeldSentence, { weights, all, thing }: Weights): Ranked {
  const span = spanOf(question, sentence);
  const parts = sentence.beside.filter(({ start }) => start >= span.from && start < span.to);
  let [own, covered, hits] = [0, 0, 0];
  for (const [stem, weight] of weights) {
    const counts = parts.some(({ stems }) => stems.has(stem)) ? 1 : worthAround(sentence, stem);
    covered += (weight * counts) / all;
    if (counts === 1) own += weight / all;
    if (counts > worth.note) hits += 1;
  }
  const text = sentence.block.slice(span.from, span.to);
  const mark = marksOf(question, text);
  const defined = question.defines && thing !== undefined ? definesThing(sentence.text, thing, weights.size - 1) : 0;
  const told = (1 - ownShare) * covered + ownShare * own;
  // What names nothing itself may still give the date or the reason of what stands beside it.
  const known = own > 0 ? 1 : mark === 2 && hits > 1 ? 0.9 : 0;
  const score = known * told * markWorth[mark] * definedWorth[defined] * (1 - Math.max(0, text.length - fair) / 1_000);
  const marked = mark > 0 || (question.kind !== 'when' && question.kind !== 'how many');
  const answers = marked && covered >= enough[mark] && hits + Math.min(1, defined) >= needed(question);
  return { sentence, span: withNext(span, sentence), score, own, answers };
}

function worthAround({ beside, index, above, within }: HeldSentence, stem: string): number {
  if (beside[index - 1]?.stems.has(stem) || beside[index + 1]?.stems.has(stem)) return worth.beside;
  if (above.has(stem)) return worth.above;
  if (beside.some(({ stems }) => stems.has(stem))) return worth.block;
  return within.has(stem) ? worth.note : 0;
}

/** Two of the things that a question names have to be there, where it names as many. */
function needed({ stems, general }: Question): number {
  const telling = stems.length > 2 ? stems.filter((stem) => !general.has(stem)) : stems;
  return Math.min(2, telling.length);
}

/**
 * A sentence with the one before it where it speaks of what that named, and those after it that go on about the same where
 * they have what the question asks for and it has not. A reason mostly follows what it is the reason of.
 */
function spanOf(question: Question, { block, beside, index, from, to }: HeldSentence): Span {
  const before = beside[index - 1];
  const start = before && leansBack(beside[index]?.text ?? '') && to - before.start <= longest ? before.start : from;
  if (marksOf(question, block.slice(start, to)) === 2) return { from: start, to };
  for (let next = index + 1; next <= index + 2; next += 1) {
    const after = beside[next];
    if (!after || (question.kind !== 'why' && !goesOn(after.text))) break;
    const end = after.start + after.text.length;
    if (end - start > longest) break;
    if (marksOf(question, after.text) === 2) return { from: start, to: end };
  }
  const next = beside[index + 1];
  const end = next ? next.start + next.text.length : to;
  return { from: start, to: question.kind === 'why' && end - start <= longest ? end : to };
}

function withNext({ from, to }: Span, { beside }: HeldSentence): Span {
  const next = to - from < alone ? beside.find(({ start }) => start >= to) : undefined;
  const end = next && !/[:?：？]$/u.test(next.text) ? next.start + next.text.length : to;
  return { from, to: end - from <= together ? end : to };
}

/** What speaks of a passage that is asked about has so much of what that names. */
const speaksOf = 0.15;

/** Those that answer and are nearly as good as the best; or with `about`, those that speak of a passage at all. */
export function worthShowing(all: readonly Ranked[], about: boolean): Ranked[] {
  const good = all.filter(({ answers, own }) => (about ? own >= speaksOf : answers));
  const least = about ? 0 : (good[0]?.score ?? 0) * besideBest;
  return good.filter(({ score }) => score >= least);
}

const besideBest = 0.6;
/** Of one note at most so many. */
const ofOne = 3;

/** The best of each place and wording, of no note too many. */
export function distinct(all: readonly Ranked[], count: number): Ranked[] {
  const taken: Ranked[] = [];
  for (const one of all) {
    if (taken.length >= count) break;
    const same = taken.filter((other) => other.sentence.note === one.sentence.note);
    if (same.length < ofOne && !taken.some((other) => isToldBy(other, one))) taken.push(one);
  }
  return taken;
}

function isToldBy(other: Ranked, one: Ranked): boolean {
  const [a, b] = [other.sentence, one.sentence];
  if (a.note === b.note && a.at === b.at) return other.span.from < one.span.to && one.span.from < other.span.to;
  return a.block.slice(other.span.from, other.span.to).includes(b.text);
}
