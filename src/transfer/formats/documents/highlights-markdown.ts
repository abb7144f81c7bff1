import { z } from 'zod';
import { type Found, type Items, linesOf } from '../file.ts';
import type { Format } from '../format.ts';
import { foundHighlight } from '../field-values.ts';

/** What stands above the highlights that were taken along from here as Markdown. */
export const highlightsMark = '<!-- Commonplace highlights -->';

export const highlightsMarkdown: Format = {
  name: 'Commonplace (highlights, Markdown)',
  sure: ({ text }) => (text.startsWith(highlightsMark) ? 1 : 0),
  items: highlightsMarkdownItems,
};

/** What a comment of the file tells of a page or a passage beyond what is to be read, by the names of `ImportHighlight`. */
const Data = z.record(z.string(), z.unknown());
type Data = z.infer<typeof Data>;

/** Of one passage more is never read: none is so long. In characters. */
const longest = 100_000;

/** The title and link of `## [title](<link>)`. An expression would try each `](<` with each end. */
function headingIn(line: string): { title?: string; link?: string } {
  const border = line.lastIndexOf('](<');
  if (!line.startsWith('## [') || !line.endsWith('>)') || border < 4) return {};
  return { title: line.slice(4, border), link: line.slice(border + 3, -2) };
}

const data = /^<!-- (\{.*\}) -->$/s;

type Passage = { number: number; quote: string[]; said: string[]; length: number; data: Data };
type Page = Data & { title: string; link: string };

/** Our own highlights as Markdown: under the heading of each page its passages, each with what was said of it. */
async function* highlightsMarkdownItems(text: AsyncIterable<string>): Items {
  let page: Page | undefined;
  let passage: Passage | undefined;
  let count = 0;
  const taken = (): Found[] => {
    const found = passage && foundIn(page, passage, (count += 1));
    passage = undefined;
    return found ? [found] : [];
  };
  for await (const { line, number } of linesOf(text)) {
    const { title, link } = headingIn(line);
    const told = dataIn(line);
    if (title !== undefined && link !== undefined) {
      yield* taken();
      page = { title: title.replace(/\\([\\[\]])/g, '$1'), link };
    } else if (told) {
      if (passage) passage.data = told;
      else if (page) page = { ...page, ...told };
      yield* taken();
    } else if (line.startsWith('>') && passage?.said.length !== 0) {
      yield* taken();
      passage = { number, quote: [unquoted(line)], said: [], length: line.length, data: {} };
    } else if (passage && passage.length <= longest) {
      passage.length += line.length;
      if (line.startsWith('>')) passage.quote.push(unquoted(line));
      else passage.said.push(line);
    }
  }
  yield* taken();
  if (count === 0) yield { place: 'the file', why: 'There are no highlights in this file.' };
}

/** What is said of a passage, as its lines stand in the file. */
export function saidIn(lines: readonly string[]): string {
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

function foundIn(page: Page | undefined, { number, quote, said, data }: Passage, count: number): Found {
  const place = `line ${number}`;
  if (!page)
    return {
      place,
      why: 'It isn’t said which page this passage is from: the line ## [title](<link>) above it is missing.',
    };
  const shown = { quote: quote.join('\n'), comment: saidIn(said), prefix: '', suffix: '', start: count };
  return foundHighlight(place, { ...shown, ...page, ...data });
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
