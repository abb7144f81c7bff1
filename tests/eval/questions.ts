import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import { maxSourceNotes, contentWords } from '../../src/assistant/server/sources.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { parseMarkdown } from '../../src/notes/server/markdown/markdown.ts';
import { singleSpaced } from '../../src/platform/model/text/words.ts';
import { proseOf } from '../../src/reading/server/aid/sentences.ts';
import { find } from '../../src/search/model/find.ts';
import { searchableSnapshot } from '../support/builds/searched.ts';
import { renderedNote } from '../support/written-notes.ts';
import { generatedNotes } from './generated-notes.ts';

/**
 * `answers`: parts of sentences, any of which a right passage has as it stands; none where the notes do not say. `from`:
 * the beginning of the name of the note that the first of them stands in.
 */
export type Asked = { kind: string; language: string; question: string; answers: string[]; from: string | undefined };

/** Those that constants are chosen by. */
const tuned = path.resolve(import.meta.dirname, 'questions.tsv');

/** Notes that are asked, what is asked of them, and the notes that the search finds for a question, as readers' do. */
export type AskedCollection = {
  notes: Note[];
  /** The text of each block of their prose but headings. */
  paragraphs: string[];
  asked: Asked[];
  found: (question: string, count?: number) => Promise<Note[]>;
  close: () => Promise<void>;
};

/**
 * Both collections with the questions of a file: a line each, with tabs between collection (`first` or `generated`), kind,
 * language, question, and the parts of sentences that answer it, as `note: part | note: part`, or nothing.
 */
export async function askedCollections(file = tuned): Promise<Record<'first' | 'generated', AskedCollection>> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const asked = await questionsOf(file);
  return {
    first: await askedCollection(notes, asked, 'first'),
    generated: await askedCollection(
      generatedNotes().map(({ note }) => note),
      asked,
      'generated',
    ),
  };
}

async function questionsOf(file: string): Promise<(Asked & { of: string })[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim());
  return lines.map((line, at) => {
    const [of = '', kind = '', language = '', question = '', answers = ''] = line
      .split('\t')
      .map((part) => part.trim());
    const known = of === 'first' || of === 'generated';
    if (!known || !question) throw new Error(`Line ${at + 1} of ${file} is no question: ${line}`);
    const parts = answers.split(' | ').filter(Boolean);
    return {
      ...{ of, kind, language, question, from: parts[0]?.split(': ', 1)[0] },
      answers: parts.map((answer) => answer.slice(answer.indexOf(': ') + 2).trim()),
    };
  });
}

async function askedCollection(
  notes: Note[],
  all: readonly (Asked & { of: string })[],
  name: string,
): Promise<AskedCollection> {
  const asked = all.filter(({ of }) => of === name);
  const paragraphs = notes.flatMap(paragraphsOf);
  for (const { question, answers } of asked) {
    const lost = answers.find((answer) => !paragraphs.some((text) => text.includes(answer)));
    if (lost !== undefined) throw new Error(`No paragraph says “${lost}”, which is to answer “${question}”.`);
  }
  const place = await searchableSnapshot();
  place.put(await Promise.all(notes.map((note) => renderedNote(note))));
  place.snapshot.index();
  const index = await place.open();
  const byUuid = new Map(notes.map((note) => [note.uuid, note]));
  return {
    ...{ notes, paragraphs, asked },
    async found(question, count = maxSourceNotes) {
      const { hits } = await find(index, `${contentWords(question).join(' ')} `, count);
      return hits.flatMap(({ note }) => byUuid.get(note.uuid) ?? []);
    },
    close: () => place.close(),
  };
}

export function paragraphsOf({ body }: Note): string[] {
  const prose = proseOf(parseMarkdown(body, {})).filter(({ kind }) => kind !== 'heading');
  return prose.map(({ text }) => singleSpaced(text).trim());
}

/** Whether a passage has what answers a question. */
export const isRight = ({ answers }: Pick<Asked, 'answers'>, passage = ''): boolean =>
  answers.some((answer) => passage.includes(answer));
