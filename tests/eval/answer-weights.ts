import { questionOf, type Question } from '../../src/assistant/server/answers/question.ts';
import {
  factsFor,
  rankedBy,
  worthShowing,
  type Facts,
  type Ranked,
} from '../../src/assistant/server/answers/ranking.ts';
import { candidateSentences } from '../../src/assistant/server/answers/sentences.ts';
import { weights, type Weights } from '../../src/assistant/server/answers/question-terms.ts';
import { seededRandom } from '../support/seeded.ts';
import { mean, rounded, type Figures } from './figures.ts';
import { askedCollections, isRight, type Asked } from './questions.ts';

type Prepared = { one: Asked; question: Question; facts: Facts[] };
type Outcome = { known: boolean; good: number; worth: number };

const parts = 5;
const shuffles = 3;
const steps = [0.7, 0.85, 1.15, 1.4];
const rounds = 3;
/** What is right, but not first, is worth a little: so the weights are moved by what just misses as well. */
const nearMiss = 0.2;

async function prepared(): Promise<Prepared[]> {
  const found: Prepared[] = [];
  for (const collection of Object.values(await askedCollections())) {
    for (const one of collection.asked) {
      const notes = await collection.found(one.question);
      const question = questionOf(one.question);
      const order = new Map(notes.map((note, at) => [note, at]));
      found.push({ one, question, facts: factsFor(question, notes.flatMap(candidateSentences), order) });
    }
    await collection.close();
  }
  return found;
}

/** The note that answers a question, or that which is found first where none does. */
const noteOf = ({ one, facts }: Prepared): string =>
  one.from ?? facts.find(({ rank }) => rank === 0)?.sentence.note.title ?? one.question;

const textOf = ({ sentence, span }: Ranked) => sentence.block.slice(span.from, span.to);

function outcome({ one, question, facts }: Prepared, by: Weights): Outcome {
  const all = rankedBy(question, facts, by);
  const [first] = worthShowing(all, false);
  if (one.answers.length === 0) return { known: false, good: Number(!first), worth: Number(!first) };
  const good = Number(!!first && isRight(one, textOf(first)));
  const place = all.findIndex((ranked) => isRight(one, textOf(ranked)));
  return { known: true, good, worth: good + (place < 0 ? 0 : nearMiss / (1 + place)) };
}

/** Outcomes by weights are the same for every part, so each is worked out once. */
const known = new Map<string, Outcome[]>();
function outcomes(questions: readonly Prepared[], by: Weights): Outcome[] {
  const key = JSON.stringify(by);
  const before = known.get(key);
  if (before) return before;
  const made = questions.map((question) => outcome(question, by));
  known.set(key, made);
  return made;
}

function fitted(questions: readonly Prepared[], chosenOn: (at: number) => boolean): Weights {
  const worth = (by: Weights) =>
    outcomes(questions, by).reduce((sum, one, at) => sum + (chosenOn(at) ? one.worth : 0), 0);
  let [best, max] = [weights, worth(weights)];
  for (let round = 0; round < rounds; round += 1) {
    const before = max;
    for (const name of Object.keys(weights) as (keyof Weights)[]) {
      for (const step of steps) {
        const other = { ...best, [name]: rounded(best[name] * step) };
        const found = worth(other);
        // A change has to earn something, or the weights drift by chance.
        if (found > max + nearMiss) [best, max] = [other, found];
      }
    }
    if (max === before) break;
  }
  return best;
}

function figuresOf(all: readonly Outcome[]): Figures {
  const share = (wanted: boolean) => rounded(mean(all.filter((one) => one.known === wanted).map(({ good }) => good)));
  return { 'right first': share(true), 'refused rightly': share(false) };
}

/**
 * How well questions are answered by the weights as they are, by those that answer most of all tuned questions, and, which
 * alone tells how others would be, by weights that were chosen without their notes: of five parts of the notes what is asked of
 * each is answered by weights that were chosen on the other four. Each weight in turn is made larger or smaller where that helps.
 */
export async function measure(): Promise<Figures[]> {
  const questions = await prepared();
  const notes = [...new Set(questions.map(noteOf))];
  const crossed = Array.from({ length: shuffles }, (_, shuffle) => {
    const random = seededRandom(shuffle + 1);
    // All that is asked of one note is in one part: what is chosen must hold for notes that nothing was chosen by.
    const partOf = new Map(notes.map((note) => [note, Math.floor(random() * parts)]));
    const inPart = (at: number, part: number) => partOf.get(noteOf(questions[at]!)) === part;
    return Array.from({ length: parts }, (_, part) => {
      const by = fitted(questions, (at) => !inPart(at, part));
      return outcomes(questions, by).filter((_one, at) => inPart(at, part));
    }).flat();
  }).flat();
  const best = fitted(questions, () => true);
  const names = Object.keys(weights) as (keyof Weights)[];
  const changed = names.filter((name) => best[name] !== weights[name]).map((name) => `${name} ${best[name]}`);
  return [
    { weights: 'as they are', ...figuresOf(outcomes(questions, weights)) },
    { weights: 'chosen without the note', ...figuresOf(crossed) },
    { weights: `chosen on all: ${changed.join(', ') || 'the same'}`, ...figuresOf(outcomes(questions, best)) },
  ];
}
