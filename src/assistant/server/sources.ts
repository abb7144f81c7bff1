import { limits } from '../../platform/model/limits.ts';
import { textWork } from '../../notes/server/markdown-work.ts';
import { normalizeTag, tagPattern } from '../../platform/model/tag.ts';
import { isSmallWord } from '../../platform/model/text/languages.ts';
import { termOf, wordsOf } from '../../platform/model/text/words.ts';
import { parseMarkdown } from '../../notes/server/markdown/markdown.ts';
import { proseOf } from '../../reading/server/aid/sentences.ts';
import { extractFrom } from '../../reading/server/aid/extract.ts';
import type { Question } from '../model/asking.ts';
import { isPublic } from '../../notes/model/note-access.ts';
import type { Note } from '../../notes/model/note.ts';
import type { User } from '../../people/model/user.ts';
import { readNotes, tagSizes } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import type { AskedNote } from './answers/sentences.ts';
import { askedNotes, tellingWords } from './ask.ts';
import { openNote, type Refusal } from '../../notes/server/note-http.ts';
import type { Hit } from '../../search/model/find.ts';
import { findPublished, freshNotes } from '../../search/server/published-index.ts';
import { log } from '../../platform/server/log.ts';
import { z } from 'zod';

/**
 * What a text offers for tags: words that lead to what is near it, how often in 1,000 words it says each term, and the
 * tags that these would be.
 */
type TaggedText = { words: string[]; said: ReadonlyMap<string, number>; tags: string[] };

/** How the notes near a text are tagged, the nearest first, and how many of all notes have each tag that is in use. */
type TagsAround = { near: readonly (readonly string[])[]; sizes: ReadonlyMap<string, number>; notes: number };

/** So many notes near a text are asked for their tags. */
export const nearCount = 6;
const suggested = 3;
const lookedFor = 12;
/** More of a text's terms than these are not tried as tags. */
const tried = 80;
const characters = 60_000;
/** Chosen on the first collection, see `npm run eval`: what saying a tag counts, the least rarity, and the part of the best tag's score that others need. */
const weights = { said: 0.4, rarity: 0.05, part: 0.3 };

/** The same as `taggedText`, where nobody waits for it. */
const findTags = textWork(
  import.meta.url,
  'find-tags',
  ({ text }: { title: string; text: string }) => [text],
  taggedText,
);

/** Reads what a text offers for tags. Never throws, and is in proportion to the text. */
export function taggedText({ title, text }: { title: string; text: string }): TaggedText {
  const terms = extractFrom(proseOf(parseMarkdown(text.slice(0, characters), {})), { title }).terms();
  const words = wordsOf(`${title} ${text.slice(0, characters)}`);
  const counts = new Map<string, number>();
  let last = '';
  for (const word of words) {
    const term = isSmallWord(word) ? '' : termOf(word);
    const both = last && term ? `${last}-${term}` : '';
    for (const said of [term, both]) if (said) counts.set(said, (counts.get(said) ?? 0) + 1);
    last = term;
  }
  const max = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, tried);
  return {
    words: terms.slice(0, lookedFor).map(({ word }) => word),
    said: new Map([...counts].map(([term, times]) => [term, (times * 1000) / words.length])),
    tags: [...new Set(max.flatMap(([term]) => [term, `${term}s`]).map(normalizeTag))].filter(isTag),
  };
}

/**
 * At most three tags for a text, the best first: tags in use that the notes near it have more often than others, or that it says
 * itself; where there are fewer, words of it that nobody uses as a tag yet. Whoever writes decides.
 */
export function tagsFor({ words, said, tags: candidates }: TaggedText, { near, sizes, notes }: TagsAround): string[] {
  const shares = new Map<string, number>();
  const whole = near.reduce((sum, _, place) => sum + 1 / (place + 1), 0);
  near.forEach((tags, place) => {
    for (const tag of tags) shares.set(tag, (shares.get(tag) ?? 0) + 1 / (place + 1) / whole);
  });
  const known = new Set([...shares.keys(), ...candidates.filter((tag) => sizes.has(tag))]);
  const scored = [...known].map((tag) => {
    const times = said.get(termOf(tag)) ?? 0;
    const common = (sizes.get(tag) ?? 1) / Math.max(1, notes) + weights.rarity;
    return { tag, score: (shares.get(tag) ?? 0) / common + weights.said * Math.log(1 + times) };
  });
  scored.sort((a, b) => b.score - a.score || (a.tag < b.tag ? -1 : 1));
  const enough = weights.part * (scored[0]?.score ?? 0);
  const best = scored.filter(({ score }) => score >= enough).map(({ tag }) => tag);
  const unused = words.map(normalizeTag).filter((tag) => isTag(tag) && !known.has(tag));
  return [...new Set([...best, ...(scored.length < suggested ? unused : [])])].slice(0, suggested);
}

function isTag(tag: string): boolean {
  return tagPattern.test(tag) && tag.length <= limits.tags.length;
}

/** What is being written. Both may still be empty. */
export const TagsQuestion = z.strictObject({
  title: z.string().max(limits.title.max, `A title has at most ${limits.title.max} characters.`).default(''),
  text: z.string().default(''),
});

export const SuggestedTags = z.object({ tags: z.array(z.string()) });

/**
 * Tags for a text that is being written, the best first, at most three: found by extraction here, whatever model there
 * is, so that a draft never leaves the installation. Without the search, those that the text itself says.
 */
export async function suggestTags(
  redis: Redis,
  origin: string,
  question: z.infer<typeof TagsQuestion>,
): Promise<string[]> {
  const text = await findTags(question);
  const hits = await notesFoundBy(redis, origin, text.words, nearCount);
  const near = hits?.map(({ note }) => note.tags) ?? [];
  const { notes, sizes } = await tagSizes(redis, [...new Set([...text.tags, ...near.flat()])]);
  return tagsFor(text, { near, sizes, notes });
}

/** `from`: the note in which the passage that is asked about stands. `near`: uuids of notes that are near in meaning. */
type Sources = { ok: true; notes: Note[]; from?: Note; near?: readonly string[] };

type Asker = Pick<User, 'id' | 'modelReadsPrivate'>;
/** Gives the uuids of notes that are near to a text in meaning. */
type Near = (text: string) => Promise<readonly string[]>;

/**
 * The notes among which an answer to this person's question is looked for, as they are now. What is asked is compared by
 * `nearTo` unless it stands in a note that no model may be sent.
 */
export async function notesAsked(
  redis: Redis,
  origin: string,
  { task, question, note: uuid }: Question,
  { asker, nearTo }: { asker: Asker; nearTo: Near },
): Promise<Sources | Refusal | { ok: false; reason: 'unreachable' }> {
  const opened = uuid === undefined ? undefined : await openNote(redis, uuid, async () => asker.id);
  if (opened && !opened.ok) return opened;
  if (opened && task === 'answer') return { ok: true, notes: [opened.note] };
  const near = !opened || mayBeSent(opened.note, asker) ? await nearTo(question) : [];
  const found = await publicNotes(redis, origin, question, near);
  const others = found?.filter((note) => note.uuid !== uuid);
  if (!opened) return others ? { ok: true, notes: others, near } : { ok: false, reason: 'unreachable' };
  const from = opened.note;
  if (task === 'explain') return { ok: true, notes: [from, ...(others ?? [])], from };
  return others ? { ok: true, notes: others, from, near } : { ok: false, reason: 'unreachable' };
}

/**
 * Whether a model may be sent a note: a public one, or the asker's own, or their copy of a page, where they allowed it. Never
 * one whose author keeps it from models.
 */
export function mayBeSent(note: AskedNote, { id, modelReadsPrivate }: Asker): boolean {
  if (note.noModel) return false;
  const isCopy = note.mine === 'copy';
  return (isPublic(note) && !isCopy) || ((isCopy || note.authorId === id) && modelReadsPrivate === true);
}

/** The public notes that may speak of this. Undefined when the search cannot be reached. */
async function publicNotes(
  redis: Redis,
  origin: string,
  question: string,
  near: readonly string[],
): Promise<Note[] | undefined> {
  const hits = await notesFoundBy(redis, origin, tellingWords(question), askedNotes, near);
  if (!hits) return undefined;
  const notes = await readNotes(
    redis,
    hits.map(({ note }) => note.uuid),
  );
  return notes.filter((note): note is Note => !!note && 'visibility' in note && isPublic(note));
}

/**
 * The public notes that the site's own search finds by these words, the best first, those newer than the build among
 * them. `origin` is the site's own; `near` are uuids of notes that are near in meaning, which are ranked together with
 * these. Undefined when the search cannot be reached, which is logged.
 */
async function notesFoundBy(
  redis: Redis,
  origin: string,
  words: readonly string[],
  count: number,
  near: readonly string[] = [],
): Promise<Hit[] | undefined> {
  if (words.length === 0) return [];
  // The space says that the last word is whole.
  const query = `${words.join(' ')} `;
  try {
    const fresh = await freshNotes(redis);
    const { hits } = await findPublished(origin, query, count, { fresh, near });
    return hits;
  } catch (error) {
    log('warn', 'the assistant cannot search', { error: String(error) });
    return undefined;
  }
}
