import type { Vector } from '../../src/assistant/server/model/vector-reading.ts';
import { passagesFor } from '../../src/assistant/server/ask.ts';
import { sentencesOf, singleSpaced } from '../../src/platform/model/text/words.ts';
import { fuseRankings } from '../../src/search/server/published-index.ts';
import { mean, ratioWithInterval, withInterval, type Figures } from './figures.ts';
import { localEncoder, orderBy } from './local-encoder.ts';
import { plainBm25 } from './plain-bm25.ts';
import { askedCollections, isRight, paragraphsOf, type Asked, type AskedCollection } from './questions.ts';

type Way = (question: string) => Promise<string[]>;
type Outcome = Asked & { by: string; passages: string[] };

const own = 'this assistant';
/** What it is compared with. */
const simple = ['BM25, a sentence', 'BM25, a paragraph'] as const;

/**
 * How well questions are answered, with how many times as often it is right first as a simpler way: those that it was tuned
 * by, or with `set` those of a file that nobody chose anything by.
 */
export async function measure({ set }: { set?: string | undefined } = {}): Promise<Figures[]> {
  const { first, generated } = await askedCollections(set);
  const [one, other] = [await answered(first), await answered(generated)];
  await Promise.all([first.close(), generated.close()]);
  const sets = Object.entries({
    [`first: ${first.notes.length} notes`]: one,
    [`generated: ${generated.notes.length} notes`]: other,
    both: [...one, ...other],
  });
  const part = set ?? 'tuned';
  if (process.env.ASKING_SHOWN && set === undefined) {
    for (const outcome of [...one, ...other]) if (outcome.by === own) show(outcome);
  }
  return sets.flatMap(([name, outcomes]) => {
    const ways = [...new Set(outcomes.map(({ by }) => by))];
    return ways.map((by) => ({ part, set: name, by, ...figuresOf(outcomes, by) }));
  });
}

async function answered({ notes, asked, paragraphs, found }: AskedCollection): Promise<Outcome[]> {
  const sentences = paragraphs.flatMap((text) => sentencesOf(text).map((sentence) => sentence.text));
  const openings = new Map(notes.map((note) => [note, sentencesOf(paragraphsOf(note)[0] ?? '')[0]?.text]));
  const assistant: Way = async (question) => {
    const { passages, answered: yes } = passagesFor(question, await found(question));
    return yes ? passages.map(({ text }) => text) : [];
  };
  const ways: Record<string, Way> = {
    [own]: assistant,
    [simple[1]]: bestBy(paragraphs),
    [simple[0]]: bestBy(sentences),
    'first sentences': async (question) => (await found(question, 3)).flatMap((note) => openings.get(note) ?? []),
  };
  const encoded = await localEncoder();
  if (encoded) Object.assign(ways, await waysByEncoder(encoded, assistant, sentences));
  const outcomes: Outcome[] = [];
  for (const [by, way] of Object.entries(ways)) {
    for (const one of asked) outcomes.push({ ...one, by, passages: (await way(one.question)).map(singleSpaced) });
  }
  return outcomes;
}

/** The passages of the assistant in the order of their nearness in meaning as well, and the nearest of all sentences. */
async function waysByEncoder(
  encoded: (texts: readonly string[]) => Promise<Vector[]>,
  assistant: Way,
  sentences: readonly string[],
): Promise<Record<string, Way>> {
  const vectors = await encoded(sentences);
  const nearest = async (question: string, among: readonly Vector[]) =>
    orderBy((await encoded([question]))[0] as Vector, among);
  return {
    'this assistant, with an encoder': async (question) => {
      const found = await assistant(question);
      const order = await nearest(question, await encoded(found));
      return fuseRankings([found, order.map((at) => found[at] ?? '')]);
    },
    'an encoder, a sentence': async (question) =>
      (await nearest(question, vectors)).slice(0, 3).map((at) => sentences[at] ?? ''),
  };
}

function bestBy(texts: readonly string[]): Way {
  const best = plainBm25(texts.map((text, index) => ({ uuid: String(index), title: '', text })));
  return async (question) =>
    best(question)
      .slice(0, 3)
      .map((index) => texts[Number(index)] ?? '');
}

function figuresOf(outcomes: readonly Outcome[], by: string): Figures {
  const known = outcomes.filter((one) => one.by === by && one.answers.length > 0);
  const unknown = outcomes.filter((one) => one.by === by && one.answers.length === 0);
  const rightFirst = (way: string) =>
    outcomes
      .filter((one) => one.by === way && one.answers.length > 0)
      .map((one) => Number(isRight(one, one.passages[0])));
  const among = known.map((one) => Number(one.passages.slice(0, 3).some((passage) => isRight(one, passage))));
  const letters = known.flatMap(({ passages: [passage] }) => passage?.length ?? []);
  return {
    questions: `${known.length} + ${unknown.length}`,
    'right first': withInterval(rightFirst(by)),
    'in first three': withInterval(among),
    'refused rightly': withInterval(unknown.map(({ passages }) => Number(passages.length === 0))),
    characters: Math.round(mean(letters)),
    ...(by === own &&
      Object.fromEntries(
        simple.map((way) => [`times ${way}`, ratioWithInterval(rightFirst(own), rightFirst(way))] as const),
      )),
  };
}

/** For whoever tunes: what went wrong. */
function show(one: Outcome): void {
  const good = one.answers.length === 0 ? one.passages.length === 0 : isRight(one, one.passages[0]);
  if (good) return;
  console.log(`\n${one.kind}: ${one.question}\n  wanted: ${one.answers.join(' | ')}`);
  for (const passage of one.passages.slice(0, 3)) console.log(`  - ${passage}`);
}
