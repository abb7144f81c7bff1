import type { MarkdownIt, StateCore, Token } from 'markdown-it';

const box = /^\[([ \n\txX])\]\s+(?=\S)/;

/** A list item that begins with `[ ]` or `[x]` gets a box that shows whether it is done. */
export function taskLists(parser: MarkdownIt): void {
  parser.core.ruler.after('block', 'task_items', markTasks);
  parser.core.ruler.after('inline', 'task_boxes', addBoxes);
  parser.renderer.rules.task_box = (tokens, index) => {
    const done = tokens[index]?.info === 'done';
    // The box stands before its text, and has no label of its own.
    return `<input type="checkbox"${done ? ' checked' : ''} disabled aria-label="${done ? 'Done' : 'To do'}"> `;
  };
}

/** Before the text is parsed, since `[x]` could otherwise be taken for a link. */
function markTasks({ tokens }: StateCore): void {
  const lists: Token[] = [];
  tokens.forEach((token, index) => {
    if (/^(?:bullet|ordered)_list_open$/.test(token.type)) lists.push(token);
    if (/^(?:bullet|ordered)_list_close$/.test(token.type)) lists.pop();
    const text = tokens[index + 2];
    if (token.type !== 'list_item_open' || tokens[index + 1]?.type !== 'paragraph_open' || !text) return;
    const typed = box.exec(text.content);
    if (!typed) return;
    text.content = text.content.slice(typed[0].length);
    text.info = /x/i.test(typed[1] ?? '') ? 'done' : 'open';
    token.attrSet('class', 'task-list-item');
    lists.at(-1)?.attrSet('class', 'contains-task-list');
  });
}

function addBoxes({ tokens, Token }: StateCore): void {
  for (const { type, info, children } of tokens) {
    if (type !== 'inline' || !info) continue;
    const token = new Token('task_box', 'input', 0);
    token.info = info;
    children?.unshift(token);
  }
}
