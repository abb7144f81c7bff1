import { rare, relatedTo, type Neighbours, type Profile } from '../../src/domain/related.ts';
import { preparedMarkdown } from '../../src/server/markdown.ts';
import { searchedNote } from '../../src/domain/search/note.ts';
import { shownNote } from '../support/written-notes.ts';
import { mean, precision, rounded, type Figures } from './figures.ts';
import { generatedNotes } from './generated-notes.ts';
import { plainBm25 } from './plain-bm25.ts';

const depth = 5;

/**
 * How many of the five notes that are nearest to each generated one are of its subject. Subjects share words: a note of
 * the river's bank beside one of the bank with money is a wrong one.
 */
export async function measure(): Promise<Figures[]> {
  const generated = generatedNotes();
  const subjectOf = (fact: string) => fact.split('/')[0];
  const profiles = new Map<string, Profile>();
  const holders = new Map<string, string[]>();
  for (const { note } of generated) {
    const { terms, aid } = await preparedMarkdown(note.body, note.title);
    const profile: Profile = {
      uuid: note.uuid,
      newest: `${note.createdAt} ${note.uuid}`,
      language: aid.language,
      tags: [],
      terms: terms.map(({ term, weight, word }) => [term, weight, word]),
    };
    profiles.set(note.uuid, profile);
    for (const [term] of profile.terms) holders.set(term, [...(holders.get(term) ?? []), note.uuid]);
  }
  const among: Neighbours = {
    profile: (uuid) => profiles.get(uuid),
    holders(term) {
      const found = holders.get(term) ?? [];
      return found.length > rare ? undefined : found;
    },
    alongside: () => [],
  };
  const plain = plainBm25(await Promise.all(generated.map(async ({ note }) => searchedNote(await shownNote(note)))));
  const newest = generated.map(({ note }) => note.uuid).reverse();
  const ways: Record<string, (profile: Profile, text: string) => string[]> = {
    'read next': (profile) => relatedTo(profile, among, depth).map(({ uuid }) => uuid),
    'plain BM25': (profile, text) => plain(text).filter((uuid) => uuid !== profile.uuid),
    'newest first': (profile) => newest.filter((uuid) => uuid !== profile.uuid),
  };
  return Object.entries(ways).map(([by, way]) => {
    const figures = generated.flatMap(({ note, about }) => {
      const profile = profiles.get(note.uuid);
      const wanted = generated.filter((other) => other.note !== note && subjectOf(other.about) === subjectOf(about));
      const uuids = new Set(wanted.map((other) => other.note.uuid));
      return profile ? [precision(way(profile, `${note.title} ${note.body}`), uuids, depth)] : [];
    });
    return { set: `generated: ${generated.length} notes`, by, [`precision@${depth}`]: rounded(mean(figures)) };
  });
}
