import { definitionScore, continuesSubject, refersBack, answerCue } from './answer-cues.ts';
import type { Question } from './question.ts';
import type { AskedNote, CandidateSentence } from './sentences.ts';
import { termMatch, questionTerms, type QuestionTerm, weights, type Weights } from './question-terms.ts';

/** A stretch of a block's text. */
type Span = { from: number; to: number };

/**
 * How well a sentence answers, with the neighbours that it needs. `own`: how much of the question's subject it names
 * itself, 0 to 1.
 */
export type Ranked = { sentence: CandidateSentence; span: Span; score: number; own: number; answers: boolean };

/** The facts that decide whether a sentence answers, before they are weighted. */
export type Facts = {
  sentence: CandidateSentence;
  span: Span;
  /** For each thing that the question is about: its share, and how well each place names it. */
  things: {
    share: number;
    here: number;
    beside: number;
    leading: number;
    above: number;
    block: number;
    subject: number;
    note: number;
    asked: boolean;
    name: boolean;
    plain: boolean;
  }[];
  mark: 0 | 1 | 2;
  defined: 0 | 1 | 2;
  /** The place of its note in the search's order. */
  rank: number;
};

const longest = 420;
/** A quotation of this many characters is not a long one. */
const fair = 120;
/** A quotation includes the next sentences if it stays as short as this. */
const together = { characters: 240, sentences: 3 };

/**
 * Every quotable sentence that names anything of the question, best first. `order`: the places of notes in the search's
 * result.
 */
export function rankedFor(
  question: Question,
  held: readonly CandidateSentence[],
  order: ReadonlyMap<AskedNote, number>,
): Ranked[] {
  return rankedBy(question, factsFor(question, held, order), weights);
}

export function factsFor(
  question: Question,
  held: readonly CandidateSentence[],
  order: ReadonlyMap<AskedNote, number>,
): Facts[] {
  const sought = questionTerms(question, held);
  // A block may have thousands of sentences, which all have the same `beside`.
  const blocks = new Map<CandidateSentence['beside'], number[]>();
  const hasBlock = (beside: CandidateSentence['beside']) => {
    const known = blocks.get(beside) ?? sought.map((one) => max(one, beside));
    blocks.set(beside, known);
    return known;
  };
  const rarest = sought.reduce<QuestionTerm | undefined>((a, b) => (a && a.share >= b.share ? a : b), undefined);
  return held
    .filter(({ tells }) => tells)
    .map((sentence) => {
      const span = spanOf(question, sentence);
      return {
        ...{ sentence, span, things: thingsIn(question, sought, sentence, span, hasBlock(sentence.beside)) },
        mark: answerCue(question, sentence.block.slice(span.from, span.to)),
        defined: question.defines && rarest ? definitionScore(sentence.text, rarest.stem, sought.length - 1) : 0,
        rank: order.get(sentence.note) ?? 0,
      };
    });
}

function thingsIn(
  { relation, names, plain }: Question,
  sought: readonly QuestionTerm[],
  { beside, index, heading, leading, title, within, subject }: CandidateSentence,
  span: Span,
  block: readonly number[],
): Facts['things'] {
  const parts = partsOf(span, { beside, index });
  const around = [beside[index - 1], beside[index + 1]].filter((part) => part !== undefined);
  return sought.map((one, at) => ({
    share: one.share,
    here: max(one, parts),
    beside: max(one, around),
    leading: termMatch(one, leading),
    above: Math.max(termMatch(one, heading), termMatch(one, leading), termMatch(one, title)),
    block: block[at] ?? 0,
    subject: termMatch(one, subject),
    note: termMatch(one, within),
    asked: relation.includes(one.stem),
    name: names.has(one.stem),
    plain: plain.has(one.stem),
  }));
}

const max = (one: QuestionTerm, some: readonly { stems: ReadonlySet<string> }[]) =>
  some.reduce((best, { stems }) => Math.max(best, termMatch(one, stems)), 0);

/** The sentences of a span, which reaches from the one before to the second one after it. */
const partsOf = ({ from, to }: Span, { beside, index }: Pick<CandidateSentence, 'beside' | 'index'>) =>
  beside.slice(Math.max(0, index - 1), index + 3).filter(({ start }) => start >= from && start < to);

export function rankedBy(question: Question, facts: readonly Facts[], by: Weights): Ranked[] {
  return facts
    .map((one) => ranked(question, one, by))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
}

function ranked(question: Question, { sentence, span, things, mark, defined, rank }: Facts, by: Weights): Ranked {
  let [own, covered, hits] = [0, 0, 0];
  let named = true;
  let isStated = things.every(({ asked }) => !asked) || !factual(question);
  for (const { share, here: itself, leading, beside, above, block, subject, note, asked, name, plain } of things) {
    // An item completes what the line above its list begins.
    const here = Math.max(itself, by.leading * leading);
    const counts = Math.max(
      here,
      by.beside * beside,
      by.above * above,
      by.block * block,
      by.subject * subject,
      by.note * note,
    );
    covered += share * counts;
    own += share * here;
    if (Math.max(here, beside, above, block, name ? subject : 0) > 0) hits += 1;
    if (asked && Math.max(here, beside, above) > 0) isStated = true;
    if (name && note === 0) named = false;
    if (plain && Math.max(here, beside) === 0) named = false;
  }
  const coverage = (1 - by.own) * covered + by.own * own;
  // A sentence that names nothing itself may still give the date or the reason of its neighbour.
  const known = own > 0 ? 1 : mark === 2 && hits > 1 ? 0.9 : 0;
  const tooLong = (Math.max(0, span.to - span.from - fair) / 1_000) * by.length;
  const worth = [by.hardly, by.perhaps, by.plainly][mark] as number;
  const better = [1, by.nearlyDefines, by.defines][defined] as number;
  const score = (known * coverage * worth * better * (1 - tooLong)) / (1 + by.laterNote * rank);
  const marked = mark > 0 || (question.kind !== 'when' && question.kind !== 'how many');
  const enough = [by.enoughHardly, by.enoughPerhaps, by.enoughPlainly][mark] as number;
  const wants = mark < 2 && narrow(question) && (question.kind === 'how many' || needed(question) === 1);
  const whole = covered >= enough && own >= by.enoughOwn && hits + Math.min(1, defined) >= needed(question);
  const answers = isStated && named && !wants && marked && whole;
  return { sentence, span: withNext(span, sentence), score, own, answers };
}

/** Whether a question wants a person, a place or a number, in a language in which their absence can be recognised. */
function narrow({ kind, language }: Question): boolean {
  const isRecognised = language === undefined || !/^(?:ja|hi|ar)$/.test(language);
  return isRecognised && (kind === 'who' || kind === 'where' || kind === 'how many');
}

/** What is asked about a name must be stated, except for a reason or a way, which may be paraphrased. */
function factual({ kind, compares }: Question): boolean {
  return kind !== 'why' && (kind !== 'how' || compares);
}

/** How many of the things that a question names must be there: two, if it names that many. */
function needed({ stems, general }: Question): number {
  const telling = stems.filter((stem) => !general.has(stem));
  return Math.min(2, Math.max(1, telling.length));
}

/**
 * A sentence with the one before it if it refers back to that, and with those after it that continue it if they have what
 * the question asks for and it does not. A reason mostly follows what it explains.
 */
function spanOf(question: Question, { block, beside, index, from, to }: CandidateSentence): Span {
  const before = beside[index - 1];
  const start = before && refersBack(beside[index]?.text ?? '') && to - before.start <= longest ? before.start : from;
  if (answerCue(question, block.slice(start, to)) === 2) return { from: start, to };
  for (let next = index + 1; next <= index + 2; next += 1) {
    const after = beside[next];
    if (!after || (question.kind !== 'why' && !continuesSubject(after.text))) break;
    const end = after.start + after.text.length;
    if (end - start > longest) break;
    if (answerCue(question, after.text) === 2) return { from: start, to: end };
  }
  const next = beside[index + 1];
  const end = next ? next.start + next.text.length : to;
  return { from: start, to: question.kind === 'why' && end - start <= longest ? end : to };
}

function withNext({ from, to }: Span, { beside, index }: CandidateSentence): Span {
  let [end, count] = [to, partsOf({ from, to }, { beside, index }).length];
  const after = beside.slice(index + 1, index + 3 + together.sentences);
  for (const next of after.filter(({ start }) => start >= to)) {
    const wide = next.start + next.text.length - from > together.characters;
    if (wide || count >= together.sentences || /[:?：？]$/u.test(next.text)) break;
    end = next.start + next.text.length;
    count += 1;
  }
  return { from, to: end };
}

/** A sentence about a passage shares this much of what the passage names. */
const speaksOf = 0.15;

/**
 * The best and those nearly as good, if any of them answers; or with `about`, all that are about the passage. `all` is
 * sorted, best first.
 */
export function worthShowing(all: readonly Ranked[], about: boolean): Ranked[] {
  if (about) return all.filter(({ own }) => own >= speaksOf);
  const least = (all[0]?.score ?? 0) * besideBest;
  const good = all.filter(({ score }) => score >= least);
  return good.some(({ answers }) => answers) ? good : [];
}

const besideBest = 0.7;
/** The maximum number from one note. */
const ofOne = 3;

/** The best of each place and wording, within the limit for each note. */
export function withoutRepetitions(all: readonly Ranked[], count: number): Ranked[] {
  const taken: Ranked[] = [];
  for (const one of all) {
    if (taken.length >= count) break;
    const same = taken.filter((other) => other.sentence.note === one.sentence.note);
    if (same.length < ofOne && !taken.some((other) => isCoveredBy(other, one))) taken.push(one);
  }
  return taken;
}

function isCoveredBy(other: Ranked, one: Ranked): boolean {
  const [a, b] = [other.sentence, one.sentence];
  if (a.note === b.note && a.at === b.at) return other.span.from < one.span.to && one.span.from < other.span.to;
  return a.block.slice(other.span.from, other.span.to).includes(b.text);
}
