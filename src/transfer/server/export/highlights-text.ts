import type { Highlight, HighlightedCopy } from '../../../library/model/highlight.ts';
import { saidIn } from '../../formats/documents/highlights-markdown.ts';

/**
 * A page's highlights as Markdown. What a reader of the text has no use for, and what the text cannot show as it is,
 * lies in comments that no reader of Markdown shows, so that all of it comes back.
 */
export function markdownOf({ uuid, title, link, createdAt, highlights }: HighlightedCopy): string {
  const shown = link.replace(/[<>]/g, encodeURIComponent);
  const about = { note: uuid, saved: createdAt, ...(shown === link ? {} : { link }) };
  const heading = `## [${title.replace(/[\\[\]]/g, '\\$&')}](<${shown}>)`;
  return `\n${heading}\n${dataLine(about)}\n${highlights.map(passageOf).join('\n')}`;
}

function passageOf({ quote, comment, ...more }: Highlight): string {
  const quoted = quote
    .trim()
    .split(/\r\n?|\n/)
    .map(quotedLine);
  const said = comment.trim().split('\n').map(saidLine);
  const hidden = {
    ...more,
    ...(quoted.map((line) => line.slice(2)).join('\n') === quote ? {} : { quote }),
    ...(saidIn(said) === comment ? {} : { comment }),
  };
  return `\n${quoted.join('\n')}\n${comment.trim() === '' ? '' : `\n${said.join('\n')}\n`}\n${dataLine(hidden)}\n`;
}

const quotedLine = (line: string) => `> ${line}`.trimEnd();

/** A line that would begin a quotation, a heading or a comment of the file is text. */
const saidLine = (line: string) => line.replace(/^(?=\\*[>#<])/, '\\');

/** One line that ends where it ends: nothing in it can close the comment. */
function dataLine(data: object): string {
  return `<!-- ${JSON.stringify(data).replaceAll('>', '\\u003e')} -->`;
}
