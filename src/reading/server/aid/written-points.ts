import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Note } from '../../../notes/model/note.ts';
import { WrittenPoint } from '../../../notes/model/reading-aid.ts';
import { singleSpaced } from '../../../platform/model/text/words.ts';
import type { Block } from './sentences.ts';
import { plainWordsAbout } from './plain-answer.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import * as store from '../store/written-points.ts';

export { putPoints, rememberedPoints, rememberPoints } from '../store/written-points.ts';

/** So much of a note's prose is sent, in whole paragraphs: what one reads in eight minutes. */
const characters = 12_000;

/** The form that a model is asked to answer in. Servers know few of a schema's limits, so those are held below. */
export const PointsAnswer = z.object({ points: z.array(WrittenPoint) });

const count = 3;
const lengths = { text: { min: 10, max: 260 }, quote: { min: 8, max: 400 } };

/** Names a title and text, so that what was written of them is known again. */
export function digestOf({ title, body }: Pick<Note, 'title' | 'body'>): string {
  return createHash('sha256').update(`points\n${title}\n${body}`).digest('base64url').slice(0, 22);
}

/** Forgets what a model wrote of a note, whose author wants none any more. */
export function forgetPoints(redis: Redis, note: Pick<Note, 'title' | 'body'>): Promise<void> {
  return store.forgetPoints(redis, digestOf(note));
}

/** What a model is sent of a note: its title and the beginning of its prose, as JSON. */
export function sentOf({ title }: Pick<Note, 'title'>, blocks: readonly Block[]): string {
  let left = characters;
  const paragraphs: string[] = [];
  for (const { text } of blocks) {
    const paragraph = spaced(text);
    left -= paragraph.length;
    if (left < 0) {
      if (paragraphs.length === 0) paragraphs.push(paragraph.slice(0, characters));
      break;
    }
    paragraphs.push(paragraph);
  }
  return JSON.stringify({ title, paragraphs });
}

/**
 * The points of an answer where all of it may be shown: three that differ, in plain words without addresses, each with
 * words that stand in the text. Undefined for anything else, since an answer that is wrong somewhere is not to be trusted.
 */
export function checkedPoints(
  answer: z.infer<typeof PointsAnswer>,
  title: string,
  blocks: readonly Block[],
): WrittenPoint[] | undefined {
  const points = answer.points.map(({ text, quote }) => ({ text: spaced(text), quote: spaced(quote) }));
  const different = new Set(points.map(({ text }) => text)).size;
  const fits = points.every(({ text, quote }) => within(text, lengths.text) && within(quote, lengths.quote));
  return points.length === count && different === count && fits && placedPoints(title, blocks, points)
    ? points
    : undefined;
}

function within({ length }: string, { min, max }: { min: number; max: number }): boolean {
  return length >= min && length <= max;
}

/**
 * The points with the blocks in which their quotes stand, in the order of reading. Undefined where one does not stand there
 * or is not in plain words, whichever rule let it through when it was written.
 */
export function placedPoints(
  title: string,
  blocks: readonly Block[],
  points: readonly WrittenPoint[],
): { text: string; block: number }[] | undefined {
  const texts = blocks.map(({ text, kind }) => (kind === 'heading' ? '' : spaced(text)));
  const placed = points.map(({ text, quote }) => ({ text, block: texts.findIndex((one) => one.includes(quote)) }));
  const words = plainWordsAbout([title, ...blocks.map(({ text }) => text)]);
  return placed.every(({ text, block }) => block >= 0 && words.areIn(text))
    ? placed.sort((a, b) => a.block - b.block)
    : undefined;
}

function spaced(text: string): string {
  return singleSpaced(text).trim();
}
