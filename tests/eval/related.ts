import path from 'node:path';
import { readCollection } from '../../netlify/local/seed.ts';
import type { Note } from '../../src/notes/model/note.ts';
import {
  maxRelated,
  nearestAmong,
  maxTermNotes,
  type Neighbours,
  type Profile,
} from '../../src/notes/model/related.ts';
import { embeddedText, type Vector } from '../../src/assistant/server/model/vector-reading.ts';
import { fuseRankings } from '../../src/search/server/published-index.ts';
import { searchedNote } from '../../src/search/model/note.ts';
import { preparedMarkdown } from '../../src/reading/server/prepared-note.ts';
import { renderedNote } from '../support/written-notes.ts';
import { mean, precision, rounded, type Figures } from './figures.ts';
import { generatedNotes } from './generated-notes.ts';
import { judgedNear } from './judged-near.ts';
import { localEncoder, orderBy } from './local-encoder.ts';
import { plainBm25 } from './plain-bm25.ts';

/** A note to judge by, and those that are near it. `half`: constants are chosen by the first, and never by the second. */
type Judged = { note: Note; near: ReadonlySet<string>; half: 'tuned' | 'held out' };

/**
 * How many of the notes that are named as nearest to each are. Of the generated ones, five of the same subject, and
 * subjects share words: a note of the river's bank beside one of the bank with money is a wrong one. Of the first
 * collection, the three that a page shows, among those that somebody would read next. Every other subject, and every other
 * note, is held out.
 */
export async function measure(): Promise<Figures[]> {
  const generated = generatedNotes();
  const subjectOf = (fact: string) => fact.split('/')[0] ?? '';
  const subjects = [...new Set(generated.map(({ about }) => subjectOf(about)))];
  const ofSubjects = generated.map(({ note, about }): Judged => {
    const same = generated.filter((other) => other.note !== note && subjectOf(other.about) === subjectOf(about));
    const near = new Set(same.map((other) => other.note.uuid));
    return { note, near, half: halfOf(subjects.indexOf(subjectOf(about))) };
  });
  const { notes } = await readCollection(path.resolve(import.meta.dirname, '../../netlify/local/first-collection'));
  const named = (begin: string) => {
    const note = notes.find(({ slug }) => slug.startsWith(begin));
    if (!note) throw new Error(`No note of the first collection begins with ${begin}.`);
    return note;
  };
  const ofFirst = Object.entries(judgedNear).map(([begin, near], index): Judged => {
    const uuids = new Set(near.map((other) => named(other).uuid));
    return { note: named(begin), near: uuids, half: halfOf(index) };
  });
  return [
    ...(await compared(
      'generated',
      generated.map(({ note }) => note),
      ofSubjects,
      5,
    )),
    ...(await compared('first collection', notes, ofFirst, 3)),
  ];
}

const halfOf = (index: number) => (index % 2 === 0 ? 'tuned' : 'held out');

async function compared(set: string, notes: Note[], judged: Judged[], depth: number): Promise<Figures[]> {
  const profiles = new Map<string, Profile>();
  for (const note of notes) profiles.set(note.uuid, await profileOf(note));
  const nearest = nearestAmong(neighboursIn([...profiles.values()]));
  const plain = plainBm25(await Promise.all(notes.map(async (note) => searchedNote(await renderedNote(note)))));
  const newest = notes.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1)).map(({ uuid }) => uuid);
  const ways: Record<string, (profile: Profile, text: string) => string[]> = {
    'read next': (profile) => nearest(profile, depth).map(({ uuid }) => uuid),
    'plain BM25': (profile, text) => plain(text).filter((uuid) => uuid !== profile.uuid),
    'newest first': (profile) => newest.filter((uuid) => uuid !== profile.uuid),
  };
  const encoded = await localEncoder();
  if (encoded) {
    const vectors = await encoded(notes.map(embeddedText));
    const byMeaning = ({ uuid }: Profile) => {
      const at = notes.findIndex((note) => note.uuid === uuid);
      const order = orderBy(vectors[at] as Vector, vectors).map((index) => notes[index]?.uuid ?? '');
      return order.filter((other) => other !== uuid);
    };
    ways['an encoder'] = byMeaning;
    ways['read next, with an encoder'] = (profile) =>
      fuseRankings([nearest(profile, 20).map(({ uuid }) => uuid), byMeaning(profile).slice(0, 20)]);
  }
  return Object.entries(ways).flatMap(([by, way]) =>
    (['tuned', 'held out'] as const).map((half) => {
      const figures = judged
        .filter((one) => one.half === half)
        .flatMap(({ note, near }) => {
          const profile = profiles.get(note.uuid);
          return profile ? [precision(way(profile, `${note.title} ${note.body}`), near, depth)] : [];
        });
      const precisionAt = rounded(mean(figures));
      return {
        set: `${set}: ${notes.length} notes`,
        judged: `${figures.length} ${half}`,
        by,
        depth,
        precision: precisionAt,
      };
    }),
  );
}

async function profileOf(note: Note): Promise<Profile> {
  const { terms, aid } = await preparedMarkdown(note.body, note.title);
  return {
    uuid: note.uuid,
    newest: `${note.publishedAt ?? note.createdAt} ${note.uuid}`,
    language: aid.language,
    tags: note.tags,
    terms: terms.map(({ term, weight, word }) => [term, weight, word]),
  };
}

function neighboursIn(profiles: readonly Profile[]): Neighbours {
  const holders = new Map<string, Profile[]>();
  for (const profile of profiles)
    for (const [term] of profile.terms) holders.set(term, [...(holders.get(term) ?? []), profile]);
  const ordered = profiles.toSorted((a, b) => (a.newest < b.newest ? -1 : 1));
  return {
    holders(term) {
      const found = holders.get(term) ?? [];
      return found.length > maxTermNotes ? undefined : found;
    },
    alongside(tag, newest) {
      const tagged = ordered.filter(({ tags }) => tags.includes(tag));
      const older = tagged.filter((one) => one.newest < newest).slice(-maxRelated);
      return [...older, ...tagged.filter((one) => one.newest > newest).slice(0, maxRelated)];
    },
  };
}
