import { useState } from 'react';
import { textDraft, type KeptText } from '../../platform/browser/text-drafts.ts';
import { useAskBeforeLeaving } from '../../platform/browser/use-browser.ts';
import { Button } from '../Button.tsx';
import { Notice } from '../Notice.tsx';
import { toasts, undoing } from '../toasts/toasts.ts';

/**
 * A text that is stored on this device until it is sent. `initial` is the text of a new form, if no unsent one is stored;
 * `added` goes below what there is, unless it contains that. `isKept` is false if the device refuses to store it.
 */
export function useUnsentText(key: string, initial: string, added = '') {
  const [draft] = useState(() => textDraft(key));
  const [text, setText] = useState(() => withAdded(draft.read() || initial, added));
  const [seen, setSeen] = useState(added);
  // Something else to add to a form that is open.
  if (added !== seen) {
    setSeen(added);
    setText(withAdded(text, added));
  }
  const [isKept, setKept] = useState(true);
  useAskBeforeLeaving(!isKept);
  return {
    text,
    isKept,
    draft,
    change: (next: string) => {
      setText(next);
      setKept(draft.keep(next === initial ? '' : next) || next === initial);
    },
    take: (other: KeptText) => {
      draft.take(other);
      setText(other.text);
    },
  };
}

function withAdded(text: string, added: string): string {
  if (text.includes(added.trim())) return text;
  return text.trim() ? `${text.trimEnd()}\n\n${added}` : added;
}

type Props = {
  unsent: ReturnType<typeof useUnsentText>;
  /** The id of the text's field, which gets the focus afterwards. */
  field: string;
};

/** What was typed into the same form in another tab: shown with it until it is sent or deleted, one at a time. */
export function OtherTexts({ unsent: { text, isKept, draft, take }, field }: Props) {
  const [others, setOthers] = useState(() => draft.others(text));
  const [other] = others;
  // Switching to another text would lose one that is only on the page.
  if (!other || !isKept) return null;

  // The buttons are gone or belong to the next text, so the field gets the focus.
  const focusField = () => document.getElementById(field)?.focus();

  function goOn(chosen: KeptText) {
    take(chosen);
    setOthers(draft.others(chosen.text));
    focusField();
  }

  function discard(unwanted: KeptText) {
    const putBack = draft.discard(unwanted);
    const showRest = () => setOthers(draft.others(text));
    showRest();
    const undo = () => {
      putBack();
      showRest();
    };
    toasts.add({ title: 'Deleted what you wrote in another tab', icon: 'check', actions: [undoing(undo)] });
    focusField();
  }

  return (
    <Notice title="You also wrote this in another tab">
      <p className="m-0 max-h-40 overflow-y-auto whitespace-pre-wrap" dir="auto">
        {other.text}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button size="xs" variant="outline" onClick={() => goOn(other)}>
          Continue with this one
        </Button>
        <Button size="xs" variant="ghost" color="neutral" onClick={() => discard(other)}>
          Delete it
        </Button>
      </div>
    </Notice>
  );
}
