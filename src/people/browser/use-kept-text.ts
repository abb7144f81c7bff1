import { useState } from 'react';
import { tab } from '../../platform/browser/device-storage.ts';
import { textDraft } from '../../platform/browser/text-drafts.ts';
import { session } from './session.ts';

/**
 * The text of a field that may close by accident, such as one in a dialog. What was typed is restored when it opens again
 * in this tab for the same person, unless its initial text has changed since. `key` identifies what the text is about. An
 * empty text, as after sending, removes the stored one.
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
