import * as z from 'zod';
import { type ReadEntry, type Items, linesOf } from '../file.ts';
import type { Format } from '../format.ts';
import { highlightEntry } from '../field-values.ts';

/** The first line of highlights that were exported as Markdown. */
export const highlightsMark = '<!-- Commonplace highlights -->';

export const highlightsMarkdown: Format = {
  name: 'Commonplace (highlights, Markdown)',
  confidence: ({ text }) => (text.startsWith(highlightsMark) ? 1 : 0),
  items: highlightsMarkdownItems,
};

/** The data in a comment about a page or a passage, in addition to the visible text, under the names of `ImportHighlight`. */
const Data = z.record(z.string(), z.unknown());
type Data = z.infer<typeof Data>;

/** The most that is read of one passage, in characters. No passage is longer. */
const longest = 100_000;

/** The title and link of `## [title](<link>)`. A pattern would try each `](<` with each end. */
function headingIn(line: string): { title?: string; link?: string } {
  const border = line.lastIndexOf('](<');
  if (!line.startsWith('## [') || !line.endsWith('>)') || border < 4) return {};
  return { title: line.slice(4, border), link: line.slice(border + 3, -2) };
}

const data = /^<!-- (\{.*\}) -->$/s;

type Passage = { number: number; quote: string[]; commentLines: string[]; length: number; data: Data };
type Page = Data & { title: string; link: string };

/** Our own highlights as Markdown: below the heading of each page its passages, each with its comment. */
async function* highlightsMarkdownItems(text: AsyncIterable<string>): Items {
  let page: Page | undefined;
  let passage: Passage | undefined;
  let count = 0;
  const endPassage = (): ReadEntry[] => {
    const found = passage && entryOf(page, passage, (count += 1));
    passage = undefined;
    return found ? [found] : [];
  };
  for await (const { line, number } of linesOf(text)) {
    const { title, link } = headingIn(line);
    const lineData = dataIn(line);
    if (title !== undefined && link !== undefined) {
      yield* endPassage();
      page = { title: title.replace(/\\([\\[\]])/g, '$1'), link };
    } else if (lineData) {
      if (passage) passage.data = lineData;
      else if (page) page = { ...page, ...lineData };
      yield* endPassage();
    } else if (line.startsWith('>') && passage?.commentLines.length !== 0) {
      yield* endPassage();
      passage = { number, quote: [unquoted(line)], commentLines: [], length: line.length, data: {} };
    } else if (passage && passage.length <= longest) {
      passage.length += line.length;
      if (line.startsWith('>')) passage.quote.push(unquoted(line));
      else passage.commentLines.push(line);
    }
  }
  yield* endPassage();
  if (count === 0) yield { place: 'the file', why: 'There are no highlights in this file.' };
}

/** The comment on a passage, from its lines in the file. */
export function commentFrom(lines: readonly string[]): string {
  return lines
    .join('\n')
    .trim()
    .split('\n')
    .map((line) => line.replace(/^\\(?=\\*[>#<])/, ''))
    .join('\n');
}

function unquoted(line: string): string {
  return line.replace(/^> ?/, '');
}

function entryOf(page: Page | undefined, { number, quote, commentLines, data }: Passage, count: number): ReadEntry {
  const place = `line ${number}`;
  if (!page)
    return {
      place,
      why: 'It isn’t said which page this passage is from: the line ## [title](<link>) above it is missing.',
    };
  const shown = { quote: quote.join('\n'), comment: commentFrom(commentLines), prefix: '', suffix: '', start: count };
  return highlightEntry(place, { ...shown, ...page, ...data });
}

function dataIn(line: string): Data | undefined {
  const json = data.exec(line)?.[1];
  if (json === undefined) return undefined;
  try {
    return Data.safeParse(JSON.parse(json)).data ?? {};
  } catch {
    return {};
  }
}
