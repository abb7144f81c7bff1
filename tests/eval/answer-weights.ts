import { questionOf } from '../../src/assistant/server/answers/question.ts';
import { factNames, factsFor, rankedBy, type Facts } from '../../src/assistant/server/answers/ranking.ts';
import { candidateSentences } from '../../src/assistant/server/answers/sentences.ts';
import { weights, type Weights } from '../../src/assistant/server/answers/question-terms.ts';
import { seededRandom } from '../support/seeded.ts';
import { mean, rounded, type Figures } from './figures.ts';
import { askedCollections, isRight, type Asked } from './questions.ts';

/** A question, what is known of its passages, and which of them are right. */
type Prepared = { one: Asked; facts: Facts[]; right: ReadonlySet<Facts>; values: number[][] };
type Outcome = { known: boolean; good: boolean };

const parts = 5;
const shuffles = 3;
/** How much of what the notes do not answer is to be refused, of the questions that the weights are fitted to. */
const refused = 0.9;

async function prepared(): Promise<Prepared[]> {
  const found: Prepared[] = [];
  for (const collection of Object.values(await askedCollections())) {
    for (const one of collection.asked) {
      const notes = await collection.found(one.question);
      const order = new Map(notes.map((note, at) => [note, at]));
      const all = factsFor(questionOf(one.question), notes.flatMap(candidateSentences), order);
      const facts = all.filter(({ barred }) => !barred);
      const right = new Set(
        facts.filter(({ sentence, span }) => isRight(one, sentence.block.slice(span.from, span.to))),
      );
      found.push({ one, facts, right, values: facts.map(({ known }) => factNames.map((name) => known[name])) });
    }
    await collection.close();
  }
  return found;
}

/** The note that answers a question, or that which is found first where none does. */
const noteOf = ({ one, facts }: Prepared): string => one.from ?? facts[0]?.sentence.note.title ?? one.question;

function outcome({ one, facts, right }: Prepared, by: Weights): Outcome {
  const [first] = rankedBy(facts, by);
  const answers = first !== undefined && first.score > 0;
  if (one.answers.length === 0) return { known: false, good: !answers };
  const chosen = facts.find(({ sentence }) => sentence === first?.sentence);
  return { known: true, good: answers && chosen !== undefined && right.has(chosen) };
}

/** Logistic regression: steps of this size (Adam's), as many, with this penalty for large weights. */
const fitting = { step: 0.1, steps: 300, penalty: 0.3 };

/**
 * The weights with which the right passages of these questions, and “nothing here answers that” where there are none, are the
 * likeliest of all that is to choose from. `enough` is then moved to where enough is refused.
 */
function fitted(questions: readonly Prepared[]): Weights {
  const usable = questions.filter(({ one, right }) => one.answers.length === 0 || right.size > 0);
  const rights = usable.map(({ facts, right }) => facts.map((fact) => right.has(fact)));
  const size = factNames.length + 1;
  const by = new Float64Array(size);
  const [first, second] = [new Float64Array(size), new Float64Array(size)];
  for (let step = 1; step <= fitting.steps; step += 1) {
    const slope = new Float64Array(size);
    for (const [at, { one, values }] of usable.entries()) addSlope(slope, by, values, rights[at] ?? [], one);
    for (let name = 0; name < size; name += 1) {
      const all = (slope[name] as number) + (name < size - 1 ? fitting.penalty * (by[name] as number) : 0);
      first[name] = 0.9 * (first[name] as number) + 0.1 * all;
      second[name] = 0.999 * (second[name] as number) + 0.001 * all * all;
      const [mean1, mean2] = [
        (first[name] as number) / (1 - 0.9 ** step),
        (second[name] as number) / (1 - 0.999 ** step),
      ];
      (by[name] as number) -= (fitting.step * mean1) / (Math.sqrt(mean2) + 1e-8);
    }
  }
  const found = Object.fromEntries(factNames.map((name, at) => [name, by[at] as number]));
  const without = { ...(found as Omit<Weights, 'enough'>), enough: 0 };
  const best = questions
    .filter(({ one }) => one.answers.length === 0)
    .map(({ facts }) => rankedBy(facts, without)[0]?.score ?? -Infinity)
    .sort((a, b) => a - b);
  return { ...without, enough: best[Math.floor(refused * (best.length - 1))] ?? 0 };
}

/** Adds one question's part of the slope; the last weight is the points of “nothing here answers that”. */
function addSlope(slope: Float64Array, by: Float64Array, values: number[][], rights: boolean[], one: Asked): void {
  const last = by.length - 1;
  const points = values.map((known) => known.reduce((sum, value, name) => sum + value * (by[name] as number), 0));
  const most = Math.max(by[last] as number, ...points);
  const likely = points.map((score) => Math.exp(score - most));
  const none = Math.exp((by[last] as number) - most);
  const all = likely.reduce((sum, part) => sum + part, none);
  const good = one.answers.length === 0 ? none : likely.reduce((sum, part, at) => sum + (rights[at] ? part : 0), 0);
  for (const [at, known] of values.entries()) {
    const part = likely[at] as number;
    const pull = part / all - (rights[at] ? part / good : 0);
    for (const [name, value] of known.entries()) (slope[name] as number) += pull * value;
  }
  (slope[last] as number) += none / all - (one.answers.length === 0 ? none / good : 0);
}

function figuresOf(all: readonly Outcome[]): Figures {
  const share = (wanted: boolean) =>
    rounded(mean(all.filter((one) => one.known === wanted).map(({ good }) => Number(good))));
  return { 'right first': share(true), 'refused rightly': share(false) };
}

/**
 * How well questions are answered by the weights as they are, by weights that are fitted to all tuned questions, and, which alone
 * tells how others would be, by weights that were fitted without their notes: of five parts of the notes, what is asked of each is
 * answered by weights that were fitted to the other four.
 */
export async function measure(): Promise<Figures[]> {
  const questions = await prepared();
  const notes = [...new Set(questions.map(noteOf))];
  const crossed = Array.from({ length: shuffles }, (_, shuffle) => {
    const random = seededRandom(shuffle + 1);
    const partOf = new Map(notes.map((note) => [note, Math.floor(random() * parts)]));
    return Array.from({ length: parts }, (_, part) => {
      const isIn = (question: Prepared) => partOf.get(noteOf(question)) === part;
      const by = fitted(questions.filter((question) => !isIn(question)));
      return questions.filter(isIn).map((question) => outcome(question, by));
    }).flat();
  }).flat();
  const best = fitted(questions);
  const outcomes = (by: Weights) => questions.map((question) => outcome(question, by));
  const shown = Object.entries(best).map(([name, weight]) => `${name}: ${weight.toFixed(2)}`);
  return [
    { weights: 'as they are', ...figuresOf(outcomes(weights)) },
    { weights: 'fitted without the note', ...figuresOf(crossed) },
    { weights: `fitted to all: ${shown.join(', ')}`, ...figuresOf(outcomes(best)) },
  ];
}
