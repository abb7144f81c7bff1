import type { Author, Note } from './note.ts';
import { isGeneralWord } from './text/general-words.ts';

/** A note that is worth reading after another, and why. Everything in it is plain text. */
export type RelatedNote = {
  note: Pick<Note, 'uuid' | 'slug' | 'title'>;
  author: Pick<Author, 'handle' | 'name'>;
  minutes: number;
  why: string;
};

/** What a note is compared by. `newest` places it among the others; terms are with their weight, 0 to 1, and as written. */
export type Profile = {
  uuid: string;
  newest: string;
  language: string | undefined;
  tags: string[];
  terms: [term: string, weight: number, word: string][];
};

/** What a comparison asks of the other notes. */
export interface Neighbours {
  profile(uuid: string): Profile | undefined;
  /** The notes with a term, undefined where more than `rare` have it. */
  holders(term: string): string[] | undefined;
  /** The notes beside this place in a tag's list, `beside` on each side at most. */
  alongside(tag: string, newest: string): string[];
}

/**
 * Only terms that at most so many notes have bring notes together, and only so many neighbours in a tag's list: so a
 * change of one note can change what a bounded number of others relate to, however many there are.
 */
export const rare = 24;
export const beside = 6;

const shown = 3;
const weights = { common: 0.4, tag: 1.4, anotherLanguage: 0.3, least: 1 };
/** What a word must add to the nearness, and how rare it must be, to be named as a reason. */
const reasons = { gain: 0.1, rarity: Math.log(1 + 64 / 14) };

export type Relation = { uuid: string; why: string };

/** The notes nearest to one, the nearest first, by the terms and tags that they share. The same for the same notes, in any order. */
export function relatedTo(me: Profile, among: Neighbours, count = shown): Relation[] {
  const candidates = new Set<string>();
  const rarity = new Map<string, number>();
  for (const [term] of me.terms) {
    const holders = among.holders(term);
    rarity.set(term, holders ? Math.log(1 + 64 / Math.max(1, holders.length)) : weights.common);
    holders?.forEach((uuid) => candidates.add(uuid));
  }
  for (const tag of me.tags) among.alongside(tag, me.newest).forEach((uuid) => candidates.add(uuid));
  candidates.delete(me.uuid);
  const scored: { other: Profile; score: number }[] = [];
  for (const uuid of candidates) {
    const other = among.profile(uuid);
    if (other) scored.push({ other, score: nearness(me, other, rarity) });
  }
  return scored
    .filter(({ score }) => score >= weights.least)
    .sort((a, b) => b.score - a.score || (a.other.newest < b.other.newest ? 1 : -1))
    .slice(0, count)
    .map(({ other }) => ({ uuid: other.uuid, why: reasonOf(me, other, rarity) }));
}

/** A profile is compared with many others: its terms are looked up by a map that is made once. */
const looked = new WeakMap<Profile, ReadonlyMap<string, number>>();

function weightsOf(profile: Profile): ReadonlyMap<string, number> {
  const known = looked.get(profile) ?? new Map(profile.terms.map(([term, weight]) => [term, weight]));
  looked.set(profile, known);
  return known;
}

function nearness(me: Profile, other: Profile, rarity: ReadonlyMap<string, number>): number {
  const theirs = weightsOf(other);
  let score = 0;
  for (const [term, weight] of me.terms) score += weight * (theirs.get(term) ?? 0) * (rarity.get(term) ?? 0);
  score += weights.tag * sharedTags(me, other).length;
  return me.language === other.language ? score : score * weights.anotherLanguage;
}

function sharedTags(me: Profile, other: Profile): string[] {
  return me.tags.filter((tag) => other.tags.includes(tag));
}

/** Why one note is near another, which is asked of the few that are shown. */
function reasonOf(me: Profile, other: Profile, rarity: ReadonlyMap<string, number>): string {
  const theirs = weightsOf(other);
  const shared = me.terms.flatMap(([term, weight, word]): Shared[] => {
    const rareness = rarity.get(term) ?? 0;
    const gain = weight * (theirs.get(term) ?? 0) * rareness;
    return gain === 0 ? [] : [{ term, word, gain, rarity: rareness }];
  });
  return reasonFrom(shared, sharedTags(me, other));
}

type Shared = { term: string; word: string; gain: number; rarity: number };

/** What both speak of that few others do, else how both are tagged: words that say nothing of a text are no reason. */
function reasonFrom(shared: readonly Shared[], tags: readonly string[]): string {
  const speakOf = (words: readonly Shared[]) => `Both speak of ${words.map(({ word }) => `“${word}”`).join(' and ')}`;
  const ordered = shared.toSorted((a, b) => b.gain - a.gain);
  const telling = ordered.filter(({ term, gain, rarity }) => {
    return gain >= reasons.gain && rarity >= reasons.rarity && !isGeneralWord(term);
  });
  const phrases = telling.filter(({ term }) => term.includes(' ')).flatMap(({ term }) => term.split(' '));
  const whole = telling.filter(({ term }) => term.includes(' ') || !phrases.includes(term));
  if (whole.length > 0) return speakOf(whole.slice(0, 2));
  if (tags.length > 0) return `Both are tagged ${tags.slice(0, 2).join(' and ')}`;
  return speakOf(ordered.slice(0, 2));
}
