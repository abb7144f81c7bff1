import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { parseMarkdown } from '../../src/notes/server/markdown/markdown.ts';
import { sentencesOf } from '../../src/platform/model/text/sentences.ts';
import { singleSpaced } from '../../src/platform/model/text/words.ts';
import { proseOf } from '../../src/reading/server/aid/sentences.ts';
import type { Vector } from '../../src/assistant/server/model/vector.ts';
import { find } from '../../src/search/model/find.ts';
import { fused } from '../../src/search/server/published-index.ts';
import { askedNotes, passagesFor, tellingWords } from '../../src/assistant/server/passages.ts';
import { searchedNotes } from '../support/builds/searched.ts';
import { seededRandom } from '../support/seeded.ts';
import { shownNote } from '../support/written-notes.ts';
import { mean, rounded, type Figures } from './figures.ts';
import { generatedNotes } from './generated-notes.ts';
import { localEncoder, orderBy } from './local-encoder.ts';
import { plainBm25 } from './plain-bm25.ts';

/** `answers`: parts of sentences, any of which a right passage has as it stands; none where the notes do not say. */
type Asked = { kind: string; question: string; answers: string[]; half: 'tuned' | 'held out' };
type Way = (question: string) => Promise<string[]>;

/**
 * How well questions are answered (`questions.tsv`: collection, kind, language, question, and the note and a part of each
 * sentence that answers it). They were written from the notes before anything was tuned. Of those of each collection that
 * have an answer, and of those that have none, every other one is held out: the second, the fourth and so on.
 */
export async function measure(): Promise<Figures[]> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const generated = generatedNotes().map(({ note }) => note);
  const lines = (await readFile(path.resolve(import.meta.dirname, 'questions.tsv'), 'utf8')).trimEnd().split('\n');
  const first = await answered(notes, judged(lines, 'first'));
  const second = await answered(generated, judged(lines, 'generated'));
  const sets = { [`first: ${notes.length} notes`]: first, [`generated: ${generated.length} notes`]: second };
  return Object.entries({ ...sets, both: [...first, ...second] }).flatMap(([set, outcomes]) =>
    (['tuned', 'held out'] as const).flatMap((half) =>
      [...new Set(outcomes.map(({ by }) => by))].map((by) => ({
        ...{ set, half, by },
        ...figuresOf(outcomes.filter((one) => one.by === by && one.half === half)),
      })),
    ),
  );
}

function judged(lines: readonly string[], collection: string): Asked[] {
  const asked = lines
    .map((line) => line.split('\t'))
    .filter(([of]) => of === collection)
    .map(([, kind = '', , question = '', answers = '']) => ({
      ...{ kind, question },
      answers: answers ? answers.split(' | ').map((answer) => answer.slice(answer.indexOf(': ') + 2)) : [],
    }));
  return [
    asked.filter(({ answers }) => answers.length > 0),
    asked.filter(({ answers }) => answers.length === 0),
  ].flatMap((group) => group.map((one, index) => ({ ...one, half: index % 2 === 0 ? 'tuned' : 'held out' }) as const));
}

type Outcome = Asked & { by: string; passages: string[] };

async function answered(notes: readonly Note[], asked: readonly Asked[]): Promise<Outcome[]> {
  const paragraphs = notes.flatMap((note) => paragraphsOf(note));
  for (const { question, answers } of asked) {
    const lost = answers.find((answer) => !paragraphs.some((text) => text.includes(answer)));
    if (lost !== undefined) throw new Error(`No paragraph says “${lost}”, which is to answer “${question}”.`);
  }
  const shown = await Promise.all(notes.map((note) => shownNote(note)));
  const place = await searchedNotes();
  place.put(shown);
  place.snapshot.index();
  const index = await place.open();
  const byUuid = new Map(notes.map((note) => [note.uuid, note]));
  const sentences = paragraphs.flatMap((text) => sentencesOf(text).map((sentence) => sentence.text));
  const ways: Record<string, Way> = {
    'this assistant': async (question) => {
      const { hits } = await find(index, `${tellingWords(question).join(' ')} `, askedNotes);
      const near = hits.flatMap(({ note }) => byUuid.get(note.uuid) ?? []);
      const { passages, answered: yes } = passagesFor(question, near);
      return yes ? passages.map(({ text }) => text) : [];
    },
    'BM25, a paragraph': bestBy(paragraphs),
    'BM25, a sentence': bestBy(sentences),
    'first sentences': async (question) => {
      const { hits } = await find(index, `${tellingWords(question).join(' ')} `, 3);
      return hits.flatMap(
        ({ note }) => sentencesOf(paragraphsOf(byUuid.get(note.uuid) as Note)[0] ?? '')[0]?.text ?? [],
      );
    },
  };
  const encoded = await localEncoder();
  if (encoded) Object.assign(ways, await waysByEncoder(encoded, ways['this assistant'] as Way, sentences));
  const outcomes: Outcome[] = [];
  for (const [by, way] of Object.entries(ways)) {
    for (const one of asked) outcomes.push({ ...one, by, passages: (await way(one.question)).map(singleSpaced) });
  }
  await place.close();
  return outcomes;
}

/** The passages of the assistant in the order of their nearness in meaning as well, and the nearest of all sentences. */
async function waysByEncoder(
  encoded: (texts: readonly string[]) => Promise<Vector[]>,
  own: Way,
  sentences: readonly string[],
): Promise<Record<string, Way>> {
  const vectors = await encoded(sentences);
  const nearest = async (question: string, among: readonly Vector[]) =>
    orderBy((await encoded([question]))[0] as Vector, among);
  return {
    'this assistant, with an encoder': async (question) => {
      const found = await own(question);
      const order = await nearest(question, await encoded(found));
      return fused([found, order.map((at) => found[at] ?? '')]);
    },
    'an encoder, a sentence': async (question) =>
      (await nearest(question, vectors)).slice(0, 3).map((at) => sentences[at] ?? ''),
  };
}

function paragraphsOf({ body }: Note): string[] {
  const prose = proseOf(parseMarkdown(body, {})).filter(({ kind }) => kind !== 'heading');
  return prose.map(({ text }) => singleSpaced(text).trim());
}

function bestBy(texts: readonly string[]): Way {
  const best = plainBm25(texts.map((text, index) => ({ uuid: String(index), title: '', text })));
  return async (question) =>
    best(question)
      .slice(0, 3)
      .map((index) => texts[Number(index)] ?? '');
}

const isRight = ({ answers }: Outcome, passage = '') => answers.some((answer) => passage.includes(answer));

function figuresOf(outcomes: readonly Outcome[]): Figures {
  if (process.env.ASKING_SHOWN) for (const one of outcomes) show(one);
  const known = outcomes.filter(({ answers }) => answers.length > 0);
  const unknown = outcomes.filter(({ answers }) => answers.length === 0);
  const first = known.map((one) => Number(isRight(one, one.passages[0])));
  const among = known.map((one) => Number(one.passages.slice(0, 3).some((passage) => isRight(one, passage))));
  const refused = unknown.map(({ passages }) => Number(passages.length === 0));
  const letters = known.flatMap(({ passages: [passage] }) => passage?.length ?? []);
  return {
    questions: `${known.length} + ${unknown.length}`,
    'right first': withInterval(first),
    'in first three': withInterval(among),
    'refused rightly': withInterval(refused),
    characters: Math.round(mean(letters)),
  };
}

/** For whoever tunes: what went wrong on the tuned half, and never on the other. */
function show(one: Outcome): void {
  const good = one.answers.length === 0 ? one.passages.length === 0 : isRight(one, one.passages[0]);
  if (good || one.half !== 'tuned' || one.by !== 'this assistant') return;
  console.log(`\n${one.kind}: ${one.question}\n  wanted: ${one.answers.join(' | ')}`);
  for (const passage of one.passages.slice(0, 3)) console.log(`  - ${passage}`);
}

const draws = 2_000;

/** A share with the interval in which 95 of 100 means of as many drawn with replacement lie. */
function withInterval(values: readonly number[]): string {
  const random = seededRandom(5);
  const means = Array.from({ length: draws }, () =>
    mean(values.map(() => values[Math.floor(random() * values.length)] ?? 0)),
  ).sort((a, b) => a - b);
  const at = (part: number) => rounded(means[Math.floor(part * (draws - 1))] ?? 0);
  return `${rounded(mean(values))} (${at(0.025)}–${at(0.975)})`;
}
