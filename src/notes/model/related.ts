import type { Note } from './note.ts';
import { memoized } from '../../platform/model/memoized.ts';
import { isGeneralWord } from '../../platform/model/text/general-words.ts';
import { termOf } from '../../platform/model/text/words.ts';
import type { Author } from '../../people/model/user.ts';

/** A note that is worth reading after another, and why. Everything in it is plain text. */
export type RelatedNote = {
  note: Pick<Note, 'uuid' | 'slug' | 'title'>;
  author: Pick<Author, 'handle' | 'name'>;
  minutes: number;
  why: string;
};

/** What a note is compared by. `newest` is its position among the others; terms have a weight (0 to 1) and their spelling. */
export type Profile = {
  uuid: string;
  newest: string;
  language: string | undefined;
  tags: string[];
  terms: [term: string, weight: number, word: string][];
};

/** The other notes that a comparison needs. */
export interface Neighbours {
  /** The notes with a term; undefined if more than `rare` notes have it. */
  holders(term: string): Profile[] | undefined;
  /** The notes next to this position in a tag's list, at most `beside` on each side. */
  alongside(tag: string, newest: string): Profile[];
}

/**
 * Only terms that at most this many notes have relate notes, and only this many neighbours in a tag's list. So a change
 * of one note affects a bounded number of others, however many there are.
 */
export const maxTermNotes = 24;
export const maxRelated = 6;

const shown = 3;
const weights = { common: 0.4, tag: 1.4, anotherLanguage: 0.3, least: 1 };
/** How much a word must add to the similarity, and how rare it must be, to be named as a reason. */
const reasons = { gain: 0.1, rarity: Math.log(1 + 64 / 14) };

export type Relation = { uuid: string; why: string };

/**
 * Returns a function that finds the notes most similar to one, best first, by shared terms and tags. The result does not
 * depend on the order of the notes. Each note is compared with hundreds, so terms and tags are numbered once and a
 * comparison is a sum of products. All calls must pass the same profile object for a note.
 */
export function nearestAmong(among: Neighbours): (me: Profile, count?: number) => Relation[] {
  /** What sharing each number adds for the note that is being compared; 0 for all other numbers. */
  const worth: number[] = [];
  const numberOf = memoized((_: string) => worth.push(0) - 1);
  const numbered = memoized((profile: Profile): Numbered => ({
    profile,
    language: profile.language,
    // Terms never begin with `#`.
    numbers: [...profile.terms.map(([term]) => term), ...profile.tags.map((tag) => `#${tag}`)].map(numberOf),
    weights: [...profile.terms.map(([, weight]) => weight), ...profile.tags.map(() => 1)],
    turn: 0,
  }));
  const heldBy = (term: string): Held => {
    const holders = among.holders(term);
    const rarity = holders ? Math.log(1 + 64 / Math.max(1, holders.length)) : weights.common;
    return { rarity, holders: holders?.map(numbered) ?? [] };
  };
  /** By the number of a term. */
  const held: Held[] = [];
  const nearness = (me: Numbered, { language, numbers, weights: theirs }: Numbered) => {
    let score = 0;
    for (let at = 0; at < numbers.length; at += 1) score += worth[numbers[at]!]! * theirs[at]!;
    return language === me.language ? score : score * weights.anotherLanguage;
  };

  let turn = 0;
  return (profile, count = shown) => {
    const me = numbered(profile);
    const mine = profile.terms.map(([term], at) => (held[me.numbers[at]!] ??= heldBy(term)));
    me.numbers.forEach((number, at) => (worth[number] = me.weights[at]! * (mine[at]?.rarity ?? weights.tag)));
    const nearest = firstOf(count, nearer);
    turn += 1;
    me.turn = turn;
    const compare = (other: Numbered) => {
      if (other.turn === turn) return;
      other.turn = turn;
      const score = nearness(me, other);
      if (score >= weights.least) nearest.add({ other, score });
    };
    for (const { holders } of mine) holders.forEach(compare);
    for (const tag of profile.tags) {
      for (const other of among.alongside(tag, profile.newest)) compare(numbered(other));
    }
    for (const number of me.numbers) worth[number] = 0;
    const given = new Set<string>();
    return nearest.kept.map(({ other }) => ({ uuid: other.profile.uuid, why: reasonOf(me, other, mine, given) }));
  };
}

/** The terms of a profile and then its tags, by their numbers and with their weights. `turn`: when it was last compared. */
type Numbered = {
  profile: Profile;
  language: string | undefined;
  numbers: number[];
  weights: number[];
  turn: number;
};
/** The notes that have a term, if it is rare. */
type Held = { rarity: number; holders: Numbered[] };
type Scored = { other: Numbered; score: number };

/** Two are never equal, since `newest` ends with the uuid. */
function nearer(a: Scored, b: Scored): number {
  return b.score - a.score || (a.other.profile.newest < b.other.profile.newest ? 1 : -1);
}

/** Keeps the first `count` in this order of all items that are added. */
function firstOf<Item>(count: number, order: (a: Item, b: Item) => number) {
  const kept: Item[] = [];
  return {
    kept,
    add(item: Item) {
      const last = kept[count - 1];
      if (last && order(item, last) > 0) return;
      kept.push(item);
      kept.sort(order).splice(count);
    },
  };
}

function sharedTags(me: Profile, other: Profile): string[] {
  return me.tags.filter((tag) => other.tags.includes(tag));
}

/**
 * Why one note is related to another, computed only for the few that are shown. `held`: the holders of each of its terms;
 * `given`: the reasons named for the notes before, to which this one's are added.
 */
function reasonOf(me: Numbered, other: Numbered, held: readonly Held[], given: Set<string>): string {
  const shared: Shared[] = [];
  for (const [at, { rarity }] of held.entries()) {
    const there = other.numbers.indexOf(me.numbers[at]!);
    if (there < 0) continue;
    const gain = me.weights[at]! * other.weights[there]! * rarity;
    const [term, , word] = me.profile.terms[at]!;
    if (gain > 0) shared.push({ term, word, gain, rarity });
  }
  return reasonFrom(shared, sharedTags(me.profile, other.profile), { language: me.profile.language, given });
}

type Shared = { term: string; word: string; gain: number; rarity: number };

/**
 * The rare terms that both share, otherwise the tags that both have. General words are not a reason, and words that are
 * not yet the reason for a note beside it come first.
 */
function reasonFrom(
  shared: readonly Shared[],
  tags: readonly string[],
  { language, given }: { language: string | undefined; given: Set<string> },
): string {
  const newFirst = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Item[] => {
    const chosen = items.toSorted((a, b) => Number(given.has(nameOf(a))) - Number(given.has(nameOf(b)))).slice(0, 2);
    for (const item of chosen) given.add(nameOf(item));
    return chosen;
  };
  const ordered = shared.toSorted((a, b) => b.gain - a.gain).filter(({ term }) => !isGeneralWord(term, language));
  const distinctive = ordered.filter(({ gain, rarity }) => gain >= reasons.gain && rarity >= reasons.rarity);
  const phrases = distinctive.filter(({ term }) => term.includes(' ')).flatMap(({ term }) => term.split(' '));
  const whole = distinctive.filter(({ term }) => term.includes(' ') || !phrases.includes(term));
  const specificTags = tags.filter((tag) => !isGeneralWord(termOf(tag)));
  if (whole.length === 0 && specificTags.length > 0) {
    return `Both are tagged ${newFirst(specificTags, (tag) => `#${tag}`).join(' and ')}`;
  }
  const words = newFirst(whole.length > 0 ? whole : ordered, ({ term }) => term);
  return words.length > 0
    ? `Both mention ${words.map(({ word }) => `“${word}”`).join(' and ')}`
    : 'Much is the same in both';
}
