import type { ReadingAid, WrittenPoint } from '../../notes/model/reading-aid.ts';
import { shown, type ShownMarkdown } from '../../notes/server/markdown/markdown.ts';
import { parseMarkdown } from '../../notes/server/markdown/markdown-parser.ts';
import { readingAid } from './aid/reading-aid.ts';
import type { WeightedTerm } from './aid/terms.ts';

export type PreparedMarkdown = ShownMarkdown & {
  aid: ReadingAid;
  /** What the note is compared with others by. */
  terms: WeightedTerm[];
};

/** Everything that is shown of a note, from parsing it once. `points`: the key points that a model wrote of it. */
export async function preparedMarkdown(
  body: string,
  title = '',
  points?: readonly WrittenPoint[],
): Promise<PreparedMarkdown> {
  const env = {};
  const tokens = parseMarkdown(body, env);
  const read = readingAid(tokens, title, points);
  return { ...(await shown(body, tokens, env)), ...read };
}
