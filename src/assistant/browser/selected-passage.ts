import { longestQuestion } from '../model/asking.ts';

/** What is selected within a note's text, as plain text of at most what a question holds; empty where nothing is. */
export function selectedPassage(prose: Element | null): string {
  const selection = getSelection();
  if (!prose || !selection || selection.isCollapsed || selection.rangeCount === 0) return '';
  if (!prose.contains(selection.anchorNode) && !prose.contains(selection.focusNode)) return '';
  return selection.toString().replace(/\s+/gu, ' ').trim().slice(0, longestQuestion);
}
