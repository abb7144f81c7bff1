/** What is selected within the text of this comment, as a Markdown quotation to answer; empty where nothing is. */
export function quotationFrom(comment: HTMLElement | null): string {
  const selection = getSelection();
  const within = comment?.querySelector('.prose');
  const text = selection?.toString().trim();
  if (!text || !within || !selection?.anchorNode || !within.contains(selection.anchorNode)) return '';
  return `${text.replace(/^/gm, '> ')}\n\n`;
}
