import { useState } from 'react';
import { tab } from '../../platform/browser/device-storage.ts';
import { textDraft } from '../../platform/browser/text-drafts.ts';
import { session } from './session.ts';

/**
 * The text of a field that may close by accident, such as one in a dialog: what was typed is there again when it opens the
 * next time in this tab, for the same person, unless what it began with has changed since. `key` is what the text is about;
 * an empty text, as after sending, is forgotten.
 */
export function useKeptText(key: string, start = ''): [text: string, keep: (text: string) => void] {
  const [draft] = useState(() => textDraft(`${session.person ?? ''}:${key}:${start}`, tab));
  const [text, setText] = useState(() => draft.read() || start);
  return [
    text,
    (next) => {
      setText(next);
      draft.keep(next === start ? '' : next);
    },
  ];
}
