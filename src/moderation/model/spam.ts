import type { Note } from '../../notes/model/note.ts';
import { whenNeeded } from '../../platform/model/remembered.ts';

/**
 * What makes a newcomer's note wait for a moderator. Each rule says in a sentence why; the author reads it. People are
 * newcomers until they have had `provenNotes` notes in sight and `provenDays` days here.
 */
export const spamLimits = {
  provenNotes: 5,
  provenDays: 2,
  /** Notes of the last hour, this one left out; multiplied as rate limits are. */
  notesAnHour: 8,
  /** Links in one text; fewer, where they stand closer than one in so many words. */
  links: 12,
  denseLinks: 4,
  wordsALink: 15,
  /** Links to one host in one's notes so far, this one included. */
  sameHost: 4,
  /** Characters of two texts that are compared; texts shorter than so many words repeat themselves by chance. */
  comparedCharacters: 2_000,
  comparedWords: 20,
  /** The share of word triples that two texts have in common. */
  likeness: 0.8,
} as const;

/**
 * A note about to be seen, its author's earlier ones that were meant for others, newest first, and when. `rateScale` is
 * RATE_LIMIT_SCALE; `fresh`: nobody else has seen the note before.
 */
export type SpamEvidence = {
  note: Pick<Note, 'title' | 'body' | 'url'>;
  earlier: readonly Pick<Note, 'title' | 'body' | 'url' | 'createdAt'>[];
  now: Date;
  rateScale: number;
  fresh: boolean;
};

type Rule = (evidence: SpamEvidence) => string | undefined;

/** More notes within an hour than people write. */
export const tooMany: Rule = ({ earlier, now, rateScale, fresh }) => {
  if (!fresh) return undefined;
  const recent = earlier.filter(({ createdAt }) => now.getTime() - Date.parse(createdAt) < 3_600_000);
  return recent.length >= spamLimits.notesAnHour * rateScale
    ? 'That’s many notes within an hour for a new account.'
    : undefined;
};

/** A text full of links. */
export const manyLinks: Rule = ({ note }) => {
  const count = linksIn(note.body).length;
  const dense = count >= spamLimits.denseLinks && !hasWords(note.body, count * spamLimits.wordsALink);
  return count > spamLimits.links || dense ? 'The text has many links for its length.' : undefined;
};

/** A text that is nothing but links. A saved link needs no text: that one is not meant. */
export const linksAlone: Rule = ({ note }) =>
  linksIn(note.body).length > 0 && !hasWords(note.body, 1)
    ? 'The text is nothing but links. Say in a sentence what they are about.'
    : undefined;

/** The same link or the same text again. */
export const repeated: Rule = ({ note, earlier }) => {
  if (
    note.url !== null &&
    earlier.some(({ url }) => url !== null && sameAddress(url) === sameAddress(note.url ?? ''))
  ) {
    return 'You’ve shared this link before.';
  }
  if (!hasWords(note.body, spamLimits.comparedWords)) return undefined;
  return earlier.some((other) => likeness(triplesOf(note), triplesOf(other)) >= spamLimits.likeness)
    ? 'You’ve written almost the same before.'
    : undefined;
};

/** One host, again and again. */
export const oneHost: Rule = ({ note, earlier }) => {
  const host = hostIn(note.url);
  if (host === undefined) return undefined;
  const before = earlier.filter(({ url }) => hostIn(url) === host).length;
  return before + 1 >= spamLimits.sameHost ? `Your first notes keep linking to ${host}.` : undefined;
};

/** A title that shouts. */
export const shouting: Rule = ({ note }) => {
  const letters = note.title.replace(/[^\p{Lu}\p{Ll}]/gu, '');
  const capitals = letters.replace(/\P{Lu}/gu, '').length;
  return (/\p{L}\s+\p{L}/u.test(note.title) && letters.length >= 15 && capitals > letters.length * 0.8) ||
    /[!?$€£]{4,}/u.test(note.title)
    ? 'The title is all capitals or symbols.'
    : undefined;
};

/** Every rule, in the order in which reasons are told. */
const spamRules: readonly Rule[] = [tooMany, repeated, linksAlone, manyLinks, oneHost, shouting];

/** Why this note of a newcomer's should wait, all reasons in one text; undefined where nothing speaks against it. */
export function suspicion(evidence: SpamEvidence): string | undefined {
  const reasons = spamRules.flatMap((rule) => rule(evidence) ?? []);
  return reasons.length === 0 ? undefined : reasons.join(' ');
}

/** Whether the rules look at this person's notes: `seen` is how many of them others can read or could. */
export function isNewcomer(person: { createdAt: string; role?: string | undefined }, seen: number, now: Date): boolean {
  if (person.role !== undefined) return false;
  const days = (now.getTime() - Date.parse(person.createdAt)) / 86_400_000;
  return seen < spamLimits.provenNotes || days < spamLimits.provenDays;
}

const address = /https?:\/\/[^\s<>()[\]"']+/gi;

/** Every web address in a text, those of Markdown links and pictures included. */
export function linksIn(text: string): string[] {
  return text.match(address) ?? [];
}

const segmenter = whenNeeded(() => new Intl.Segmenter(undefined, { granularity: 'word' }));

/** Links are no words of a text. */
const wordsOf = (text: string) => segmenter().segment(text.replace(address, ' ').toLowerCase());

/** Whether a text has so many words. No more of them are looked for. */
function hasWords(text: string, count: number): boolean {
  let found = 0;
  for (const { isWordLike } of wordsOf(text)) if (isWordLike && ++found >= count) return true;
  return false;
}

/** The triples of words at the beginning of a note's text, by notes: one is compared with many. */
const known = new WeakMap<object, ReadonlySet<string>>();

function triplesOf(note: { body: string }): ReadonlySet<string> {
  const before = known.get(note);
  if (before) return before;
  const beginning = wordsOf(note.body.slice(0, spamLimits.comparedCharacters));
  const words = [...beginning].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
  const triples = new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
  known.set(note, triples);
  return triples;
}

/** The share of the triples of words that both have, between 0 and 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared / Math.max(1, one.size + other.size - shared);
}

/** Without what only counts visits, `www.` and the slash at the end. */
function sameAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname, searchParams } = new URL(url);
  const query = [...searchParams].filter(([name]) => !/^(utm_|ref$|fbclid$|gclid$)/.test(name)).sort();
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}?${JSON.stringify(query)}`;
}

function hostIn(url: string | null): string | undefined {
  return url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : undefined;
}
