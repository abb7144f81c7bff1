import type { Note } from '../../notes/model/note.ts';
import { lazy } from '../../platform/model/memoized.ts';

/**
 * The rules that hold a newcomer's note for review. Each rule gives its reason in a sentence, which the author reads. People
 * are newcomers until they have had `provenNotes` visible notes, and an account for `provenDays` days.
 */
export const spamLimits = {
  provenNotes: 5,
  provenDays: 2,
  /** Other notes within the last hour; multiplied by RATE_LIMIT_SCALE. */
  notesAnHour: 8,
  /** Links in one text: at most `links`, or `denseLinks` if there are fewer than `wordsALink` words for each. */
  links: 12,
  denseLinks: 4,
  wordsALink: 15,
  /** Links to one host in the author's notes so far, including this one. */
  sameHost: 4,
  /** How much of two texts is compared. Texts of fewer words are alike by chance. */
  comparedCharacters: 2_000,
  comparedWords: 20,
  /** From which share of common word triples two texts are almost the same. */
  likeness: 0.8,
} as const;

/**
 * A note about to become visible, its author's earlier visible notes, newest first, and the time. `rateScale` is
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

/** More notes within an hour than a person writes. */
export const tooManyNotes: Rule = ({ earlier, now, rateScale, fresh }) => {
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

/** A text of nothing but links. A saved link without a text is fine. */
export const linksAlone: Rule = ({ note }) =>
  linksIn(note.body).length > 0 && !hasWords(note.body, 1)
    ? 'The text is nothing but links. Say in a sentence what they are about.'
    : undefined;

/** The same link or the same text again. */
export const repeatedNote: Rule = ({ note, earlier }) => {
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

/** A title in capitals. */
export const titleInCapitals: Rule = ({ note }) => {
  const letters = note.title.replace(/[^\p{Lu}\p{Ll}]/gu, '');
  const capitals = letters.replace(/\P{Lu}/gu, '').length;
  return (/\p{L}\s+\p{L}/u.test(note.title) && letters.length >= 15 && capitals > letters.length * 0.8) ||
    /[!?$€£]{4,}/u.test(note.title)
    ? 'The title is all capitals or symbols.'
    : undefined;
};

/** Every rule, in the order of the reasons. */
const spamRules: readonly Rule[] = [tooManyNotes, repeatedNote, linksAlone, manyLinks, oneHost, titleInCapitals];

/** The reasons to hold a newcomer's note, as one text; undefined if there are none. */
export function suspicion(evidence: SpamEvidence): string | undefined {
  const reasons = spamRules.flatMap((rule) => rule(evidence) ?? []);
  return reasons.length === 0 ? undefined : reasons.join(' ');
}

/** Whether the rules apply to this person's notes: `seen` is the number of their notes that are or were visible. */
export function isNewcomer(person: { createdAt: string; role?: string | undefined }, seen: number, now: Date): boolean {
  if (person.role !== undefined) return false;
  return seen < spamLimits.provenNotes || isNewAccount(person, now);
}

/** Whether an account is younger than one that is trusted. */
export function isNewAccount({ createdAt }: { createdAt: string }, now: Date): boolean {
  return (now.getTime() - Date.parse(createdAt)) / 86_400_000 < spamLimits.provenDays;
}

const address = /https?:\/\/[^\s<>()[\]"']+/gi;

/** All web addresses in a text, including those of Markdown links and pictures. */
export function linksIn(text: string): string[] {
  return text.match(address) ?? [];
}

const segmenter = lazy(() => new Intl.Segmenter(undefined, { granularity: 'word' }));

/** The words of a text, without its links. */
const wordsOf = (text: string) => segmenter().segment(text.replace(address, ' ').toLowerCase());

/** Whether a text has this many words. Stops counting there. */
function hasWords(text: string, count: number): boolean {
  let found = 0;
  for (const { isWordLike } of wordsOf(text)) if (isWordLike && ++found >= count) return true;
  return false;
}

/** A note's word triples, cached because one note is compared with many. */
const triplesByNote = new WeakMap<object, ReadonlySet<string>>();

function triplesOf(note: { body: string }): ReadonlySet<string> {
  const before = triplesByNote.get(note);
  if (before) return before;
  const beginning = wordsOf(note.body.slice(0, spamLimits.comparedCharacters));
  const words = [...beginning].flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
  const triples = new Set(words.slice(2).map((word, at) => `${words[at]} ${words[at + 1]} ${word}`));
  triplesByNote.set(note, triples);
  return triples;
}

/** The share of word triples that two texts have in common, between 0 and 1. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = one.intersection(other).size;
  return shared / Math.max(1, one.size + other.size - shared);
}

/** An address without tracking parameters, `www.` and the final slash, for comparison. */
function sameAddress(url: string): string {
  if (!URL.canParse(url)) return url;
  const { hostname, pathname, searchParams } = new URL(url);
  const query = [...searchParams].filter(([name]) => !/^(utm_|ref$|fbclid$|gclid$)/.test(name)).sort();
  return `${hostname.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}?${JSON.stringify(query)}`;
}

function hostIn(url: string | null): string | undefined {
  return url !== null && URL.canParse(url) ? new URL(url).hostname.replace(/^www\./, '') : undefined;
}
