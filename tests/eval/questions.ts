import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import { askedNotes, tellingWords } from '../../src/assistant/server/passages.ts';
import type { Note } from '../../src/notes/model/note.ts';
import { parseMarkdown } from '../../src/notes/server/markdown/markdown.ts';
import { singleSpaced } from '../../src/platform/model/text/words.ts';
import { proseOf } from '../../src/reading/server/aid/sentences.ts';
import { find } from '../../src/search/model/find.ts';
import { searchedNotes } from '../support/builds/searched.ts';
import { shownNote } from '../support/written-notes.ts';
import { generatedNotes } from './generated-notes.ts';

/** `answers`: parts of sentences, any of which a right passage has as it stands; none where the notes do not say. */
export type Asked = { part: Part; kind: string; language: string; question: string; answers: string[] };
export type Part = 'tuned' | 'held out';

/**
 * Questions by the file that has them: collection, kind, language, question, and the note and a part of each sentence that
 * answers it. Those of the first are for choosing by; those of the second for nothing but measuring.
 */
const files: Record<Part, string> = { tuned: 'questions.tsv', 'held out': 'questions-held-out.tsv' };

/** Notes that are asked, what is asked of them, and the notes that the search finds for a question, as readers' do. */
export type AskedCollection = {
  notes: Note[];
  /** The text of each block of their prose but headings. */
  paragraphs: string[];
  asked: Asked[];
  found: (question: string, count?: number) => Promise<Note[]>;
  close: () => Promise<void>;
};

export async function askedCollections(): Promise<Record<'first' | 'generated', AskedCollection>> {
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const asked = (await Promise.all((['tuned', 'held out'] as const).map(questionsOf))).flat();
  return {
    first: await askedCollection(notes, asked, 'first'),
    generated: await askedCollection(
      generatedNotes().map(({ note }) => note),
      asked,
      'generated',
    ),
  };
}

async function questionsOf(part: Part): Promise<(Asked & { of: string })[]> {
  const text = await readFile(path.resolve(import.meta.dirname, files[part]), 'utf8').catch((error: unknown) => {
    if (part === 'held out' && (error as { code?: string }).code === 'ENOENT') return '';
    throw error;
  });
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [of = '', kind = '', language = '', question = '', answers = ''] = line.split('\t');
      const parts = answers.split(' | ').filter(Boolean);
      return {
        ...{ part, of, kind, language, question },
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
  const place = await searchedNotes();
  place.put(await Promise.all(notes.map((note) => shownNote(note))));
  place.snapshot.index();
  const index = await place.open();
  const byUuid = new Map(notes.map((note) => [note.uuid, note]));
  return {
    ...{ notes, paragraphs, asked },
    async found(question, count = askedNotes) {
      const { hits } = await find(index, `${tellingWords(question).join(' ')} `, count);
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
