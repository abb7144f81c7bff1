import { definitionScore, continuesSubject, refersBack, answerCue } from './answer-cues.ts';
import type { Question } from './question.ts';
import type { AskedNote, CandidateSentence } from './sentences.ts';
import { paragraphMatches } from './paragraph-match.ts';
import { termMatch, questionTerms, type QuestionTerm, weights, type Weights } from './question-terms.ts';

/** A stretch of a block's text. */
type Span = { from: number; to: number };

/**
 * A sentence with the neighbours that it needs, and its points: it answers if these are above 0, unless it is barred. `own`:
 * how much of the question's subject it names itself, 0 to 1.
 */
export type Ranked = { sentence: CandidateSentence; span: Span; score: number; own: number; barred: boolean };

/** What is known of a passage, which decides whether it answers. */
export type Facts = {
  sentence: CandidateSentence;
  span: Span;
  known: Readonly<Record<Fact, number>>;
  /** Whether it is no answer, however many points it has. */
  barred: boolean;
};
type Fact = Exclude<keyof Weights, 'enough'>;

const longest = 420;
/** A passage is quoted with as many of its neighbours as fit into this, but no question and no introduction of a list. */
const fair = 320;
/** What the line that introduces a list counts in each of its items, which complete it. */
const leadingWorth = 0.8;
/** An answer names at least this share of what the question is about. */
const leastOwn = 0.2;
/** How much less each later note of the search's result counts. */
const laterNote = 0.12;

/**
 * Every quotable sentence that names anything of the question, best first, and after these the barred ones. `order`: the
 * places of notes in the search's result.
 */
export function rankedFor(
  question: Question,
  held: readonly CandidateSentence[],
  order: ReadonlyMap<AskedNote, number>,
): Ranked[] {
  return rankedBy(factsFor(question, held, order), weights);
}

export function rankedBy(facts: readonly Facts[], by: Weights): Ranked[] {
  return facts
    .map(({ sentence, span, known, barred }) => {
      let score = -by.enough;
      for (const fact of factNames) score += by[fact] * known[fact];
      return { sentence, span, score, own: known.own, barred };
    })
    .sort((a, b) => Number(a.barred) - Number(b.barred) || b.score - a.score);
}

export const factNames = Object.keys(weights).filter((name): name is Fact => name !== 'enough');

export function factsFor(
  question: Question,
  held: readonly CandidateSentence[],
  order: ReadonlyMap<AskedNote, number>,
): Facts[] {
  const sought = questionTerms(question, held);
  const matches = paragraphMatches(question, held);
  // A block may have thousands of sentences, which all have the same `beside`.
  const blocks = new Map<CandidateSentence['beside'], number[]>();
  const hasBlock = (beside: CandidateSentence['beside']) => {
    const known = blocks.get(beside) ?? sought.map((one) => max(one, beside));
    blocks.set(beside, known);
    return known;
  };
  const isNarrow = narrow(question);
  const rarest = sought.reduce<QuestionTerm | undefined>((a, b) => (a && a.share >= b.share ? a : b), undefined);
  return held
    .filter(({ tells }) => tells)
    .flatMap((sentence) => {
      const span = spanOf(question, sentence);
      const { unknownName, ...about } = aboutThings(question, sought, sentence, span, hasBlock(sentence.beside));
      if (about.own === 0) return [];
      const mark = answerCue(question, sentence.block.slice(span.from, span.to));
      const known = {
        ...about,
        plainly: Number(mark === 2),
        hardly: Number(mark === 0),
        lacking: Number(mark < 2 && isNarrow),
        defines: question.defines && rarest ? definitionScore(sentence.text, rarest.stem, sought.length - 1) : 0,
        paragraph: matches.get(sentence.beside) ?? 0,
        earlierNote: 1 / (1 + laterNote * (order.get(sentence.note) ?? 0)),
      };
      const barred = unknownName || about.own < leastOwn || (mark === 0 && wantsNumber(question));
      return [{ sentence, span: withNeighbours(span, sentence), known, barred }];
    });
}

/** What a passage and its surroundings name of the question. */
function aboutThings(
  { relation, names, plain }: Question,
  sought: readonly QuestionTerm[],
  { beside, index, heading, leading, title, within, subject }: CandidateSentence,
  span: Span,
  block: readonly number[],
): Pick<Facts['known'], 'own' | 'near' | 'things' | 'unstated' | 'unsaid'> & { unknownName: boolean } {
  const parts = partsOf(span, { beside, index });
  const around = [beside[index - 1], beside[index + 1]].filter((part) => part !== undefined);
  const known = { own: 0, near: 0, things: Math.min(6, sought.length), unstated: 0, unsaid: 0 };
  let [asked, unknownName] = [0, false];
  sought.forEach((one, at) => {
    const led = termMatch(one, leading);
    const here = Math.max(max(one, parts), leadingWorth * led);
    const close = Math.max(here, max(one, around));
    const stated = Math.max(close, led, termMatch(one, heading), termMatch(one, title));
    const isName = names.has(one.stem);
    known.own += one.share * here;
    if (Math.max(stated, block[at] ?? 0, isName ? termMatch(one, subject) : 0) > 0) known.near += 1;
    if (isName && termMatch(one, within) === 0) unknownName = true;
    if (plain.has(one.stem) && close === 0) known.unsaid = 1;
    if (!relation.includes(one.stem)) return;
    asked += one.share;
    if (stated === 0) known.unstated += one.share;
  });
  return { ...known, unknownName, near: Math.min(3, known.near), unstated: known.unstated / (asked || 1) };
}

const max = (one: QuestionTerm, some: readonly { stems: ReadonlySet<string> }[]) =>
  some.reduce((best, { stems }) => Math.max(best, termMatch(one, stems)), 0);

/** The sentences of a span, which reaches from the one before to the second one after it. */
const partsOf = ({ from, to }: Span, { beside, index }: Pick<CandidateSentence, 'beside' | 'index'>) =>
  beside.slice(Math.max(0, index - 1), index + 3).filter(({ start }) => start >= from && start < to);

const wantsNumber = ({ kind }: Question) => kind === 'when' || kind === 'how many';

/** Whether a question wants a person, a place or a number, in a language in which their absence can be recognised. */
function narrow(question: Question): boolean {
  const { kind, language } = question;
  const isRecognised = language === undefined || !/^(?:ja|hi|ar)$/.test(language);
  return isRecognised && (kind === 'who' || kind === 'where' || wantsNumber(question));
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

/** A span with the sentences around it within its paragraph, first those after it, as many as fit. */
function withNeighbours({ from, to }: Span, { beside, index }: CandidateSentence): Span {
  let [start, end] = [from, to];
  for (const one of following(beside, index, 1)) {
    if (one.start < end) continue;
    if (one.start + one.text.length - start > fair || leadsOn.test(one.text)) break;
    end = one.start + one.text.length;
  }
  for (const one of following(beside, index, -1)) {
    if (one.start >= start) continue;
    if (end - one.start > fair || leadsOn.test(one.text)) break;
    start = one.start;
  }
  return { from: start, to: end };
}

/** The end of a question, or of what introduces a list. */
const leadsOn = /[:?：？؟]$/u;

function* following(beside: CandidateSentence['beside'], index: number, step: 1 | -1) {
  for (let at = index + step; at >= 0 && at < beside.length; at += step) yield beside[at]!;
}

/** A sentence about a passage shares this much of what the passage names. */
const speaksOf = 0.15;

/**
 * The best and those nearly as good, if the best answers; or with `about`, all that are about the passage, of which most name
 * not everything in it and are barred. `all` is sorted, best first.
 */
export function worthShowing(all: readonly Ranked[], about: boolean): Ranked[] {
  if (about) return all.filter(({ own }) => own >= speaksOf);
  const free = all.filter(({ barred }) => !barred);
  const best = free[0]?.score ?? 0;
  return best > 0 ? free.filter(({ score }) => score > best - besideBest) : [];
}

/** In points. */
const besideBest = 1.5;
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
