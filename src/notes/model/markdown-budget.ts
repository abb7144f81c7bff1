/**
 * How much work a text's Markdown makes, counted in one pass before anybody parses it: each line and each mark may begin or
 * end something, and what stands between them is text, however long. Nothing that people write comes near the limit.
 */
export const maxMarks = 50_000;

const marks = new Set([...'\n!$&*<>[\\]_`|~@'].map((sign) => sign.charCodeAt(0)));
const fence = /^[ >]{0,40}(?:```|~~~)/;

/** What a mark, a character, one of a script that is written without spaces, and one of code cost at most, in milliseconds. */
const cost = { mark: 0.007, character: 0.0003, unspaced: 0.004, code: 0.012 };
const firstUnspaced = 0x0e00;

/** About how many milliseconds a processor needs to make everything of a text that is shown of it, at most. */
export function workOf(text: string): number {
  let [marked, unspaced] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= firstUnspaced) unspaced += 1;
    else if (marks.has(code)) marked += 1;
  }
  return marked * cost.mark + unspaced * cost.unspaced + text.length * cost.character + codeIn(text) * cost.code;
}

/** Characters between fences. */
function codeIn(text: string): number {
  if (!text.includes('```') && !text.includes('~~~')) return 0;
  let [characters, within] = [0, false];
  for (const line of text.split('\n')) {
    if (fence.test(line)) within = !within;
    else if (within) characters += line.length;
  }
  return characters;
}

/** The beginning of a text with so many marks, in whole lines where it has any; all of a text that has no more. */
export function beginningOf(text: string, max: number): string {
  if (text.length <= max) return text;
  let count = 0;
  for (let at = 0; at < text.length; at += 1) {
    if (!marks.has(text.charCodeAt(at))) continue;
    count += 1;
    if (count > max) return text.slice(0, at === 0 ? 0 : text.lastIndexOf('\n', at - 1) + 1 || at);
  }
  return text;
}

/** Why a text cannot be a note, with the line where there are too many marks. Undefined for any other. */
export function overBudget(text: string): string | undefined {
  const read = beginningOf(text, maxMarks);
  if (read.length === text.length) return undefined;
  const line = read.split('\n').length;
  return `By line ${line} the text has ${maxMarks} lines and signs of Markdown, as many as a note may have. Split it there.`;
}
