/** Whether each line of a Markdown text stands in a block of code, the lines that begin and end one included. */
export function codeLines(lines: readonly string[]): boolean[] {
  let fence: string | undefined;
  return lines.map((line) => {
    const [, signs] = /^ {0,3}(`{3,}|~{3,})/.exec(line) ?? [];
    const isInside = fence !== undefined;
    if (fence === undefined) fence = signs;
    else if (signs?.startsWith(fence) && line.trim() === signs) fence = undefined;
    return isInside || signs !== undefined;
  });
}

/** The text with `change` made of each part that stands in no code. */
export function outsideOfCode(text: string, change: (part: string) => string): string {
  const lines = text.split('\n');
  const isCode = codeLines(lines);
  return lines.map((line, at) => (isCode[at] ? line : outsideOfSpans(line, change))).join('\n');
}

/** A span of code ends with as many ticks as it began with. */
function outsideOfSpans(line: string, change: (part: string) => string): string {
  const parts = line.split(/(`+)/);
  const last = new Map(parts.map((part, at) => [at % 2 === 1 ? part : '', at]));
  let out = '';
  for (let at = 0; at < parts.length; at += 1) {
    const part = parts[at] ?? '';
    if (at % 2 === 0) out += change(part);
    else if ((last.get(part) ?? 0) > at) {
      const end = parts.indexOf(part, at + 1);
      out += parts.slice(at, end + 1).join('');
      at = end;
    } else out += part;
  }
  return out;
}
