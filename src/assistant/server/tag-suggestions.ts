import { limits } from '../../platform/model/limits.ts';
import { textWork } from '../../notes/server/markdown-work.ts';
import { normalizeTag, tagPattern } from '../../platform/model/tag.ts';
import { isStopWord } from '../../platform/model/text/languages.ts';
import { termOf, wordsOf } from '../../platform/model/text/words.ts';
import { parseMarkdown } from '../../notes/server/markdown/markdown.ts';
import { proseOf } from '../../reading/server/aid/sentences.ts';
import { extractFrom } from '../../reading/server/aid/extract.ts';
import { tagSizes } from '../../notes/server/notes.ts';
import type { Redis } from '../../platform/server/store/redis.ts';
import { notesFoundBy } from './sources.ts';
import * as z from 'zod';

/**
 * What a text offers for tags: words that find similar notes, how often it contains each term in 1,000 words, and the
 * tags that the terms would be.
 */
type TaggedText = { words: string[]; said: ReadonlyMap<string, number>; tags: string[] };

/** How similar notes are tagged, most similar first, and how many of all notes have each tag that is in use. */
type TagsAround = { near: readonly (readonly string[])[]; sizes: ReadonlyMap<string, number>; notes: number };

/** How many similar notes are searched for tags. */
export const similarNoteCount = 6;
const suggested = 3;
const lookedFor = 12;
/** The maximum number of a text's terms that are tried as tags. */
const tried = 80;
const characters = 60_000;
/**
 * Chosen on the first collection, see `npm run eval`: what containing a tag counts, the least rarity, and the part of the
 * best tag's score that others need.
 */
const weights = { said: 0.4, rarity: 0.05, part: 0.3 };

/** The same as `taggedText`, without blocking other requests. */
const findTags = textWork(
  import.meta.url,
  'find-tags',
  ({ text }: { title: string; text: string }) => [text],
  taggedText,
);

/** Finds what a text offers for tags. Never throws; the work is proportional to the text. */
export function taggedText({ title, text }: { title: string; text: string }): TaggedText {
  const terms = extractFrom(proseOf(parseMarkdown(text.slice(0, characters), {})), { title }).terms();
  const words = wordsOf(`${title} ${text.slice(0, characters)}`);
  const counts = new Map<string, number>();
  let last = '';
  for (const word of words) {
    const term = isStopWord(word) ? '' : termOf(word);
    const both = last && term ? `${last}-${term}` : '';
    for (const key of [term, both]) if (key) counts.set(key, (counts.get(key) ?? 0) + 1);
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
 * At most three tags for a text, best first: tags in use that similar notes have more often than others, or that it
 * contains itself; if these are too few, words of it that nobody uses as a tag yet. The writer decides.
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

/** The note that is being written. Both may still be empty. */
export const TagsQuestion = z.strictObject({
  title: z.string().max(limits.title.max, `A title has at most ${limits.title.max} characters.`).default(''),
  text: z.string().default(''),
});

export const SuggestedTags = z.object({ tags: z.array(z.string()) });

/**
 * At most three tags for a text that is being written, best first. They are always found by extraction, even if there is
 * a model, so that a draft never leaves the installation. Without the search, they come from the text only.
 */
export async function suggestTags(
  redis: Redis,
  origin: string,
  question: z.infer<typeof TagsQuestion>,
): Promise<string[]> {
  const text = await findTags(question);
  const hits = await notesFoundBy(redis, origin, text.words, similarNoteCount);
  const near = hits?.map(({ note }) => note.tags) ?? [];
  const { notes, sizes } = await tagSizes(redis, [...new Set([...text.tags, ...near.flat()])]);
  return tagsFor(text, { near, sizes, notes });
}
