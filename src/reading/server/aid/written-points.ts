import { hash } from 'node:crypto';
import * as z from 'zod';
import type { Note } from '../../../notes/model/note.ts';
import { WrittenPoint } from '../../../notes/model/reading-aid.ts';
import { singleSpaced } from '../../../platform/model/text/words.ts';
import type { Block } from './sentences.ts';
import { plainWordsAbout } from './plain-answer.ts';
import type { Redis } from '../../../platform/server/store/redis.ts';
import * as store from '../store/written-points.ts';

export { putPoints, rememberedPoints, rememberPoints } from '../store/written-points.ts';

/** How much of a note's prose is sent, in whole paragraphs: about eight minutes of reading. */
const characters = 12_000;

/** The schema of a model's answer. Model servers support few limits of a schema, so `checkedPoints` checks them. */
export const PointsAnswer = z.object({ points: z.array(WrittenPoint) });

const count = 3;
const lengths = { text: { min: 10, max: 260 }, quote: { min: 8, max: 400 } };

/** The digest of a title and text, under which the points written about them are stored. */
export function digestOf({ title, body }: Pick<Note, 'title' | 'body'>): string {
  return hash('sha256', `points\n${title}\n${body}`, 'base64url').slice(0, 22);
}

/** Forgets the points that a model wrote about a note, once its author forbids models. */
export function forgetPoints(redis: Redis, note: Pick<Note, 'title' | 'body'>): Promise<void> {
  return store.forgetPoints(redis, digestOf(note));
}

/** What is sent to a model: a note's title and the beginning of its prose, as JSON. */
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
 * The points of a model's answer, if all of them may be shown: three different ones, in plain words without addresses, each
 * with a quotation that is in the text. Otherwise undefined: an answer with one mistake cannot be trusted at all.
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
 * The points with the blocks that contain their quotes, in reading order. Undefined if a quote is not found or a point is
 * not in plain words: stored points may have been checked by earlier rules.
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
