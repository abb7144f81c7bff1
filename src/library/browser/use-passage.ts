import { useEffect, useState, type RefObject } from 'react';
import { limits } from '../../platform/model/limits.ts';
import { passageAt } from '../model/passage.ts';
import type { Passage } from '../model/highlight.ts';
import { selectedSpan, textOf } from './text-spans.ts';

export type Chosen = { passage: Passage } | { tooLong: true } | undefined;

/** What of a text is selected at this moment, whether by pointer, touch or keyboard. */
export function chosenIn(root: HTMLElement | null): Chosen {
  const span = root ? selectedSpan(root, getSelection()) : undefined;
  if (!root || !span) return undefined;
  const passage = passageAt(textOf(root), span);
  if (passage) return { passage };
  return span.end - span.start > limits.highlight.quote ? { tooLong: true } : undefined;
}

/** The same as the page shows it, which may be a moment behind a quick hand. */
export function usePassage(text: RefObject<HTMLElement | null>): Chosen {
  const [chosen, setChosen] = useState<Chosen>();
  useEffect(() => {
    const look = () => setChosen(chosenIn(text.current));
    document.addEventListener('selectionchange', look);
    return () => document.removeEventListener('selectionchange', look);
  }, [text]);
  return chosen;
}
