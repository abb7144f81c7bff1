import { useState } from 'react';
import { textDraft, type KeptText } from '../../platform/browser/text-drafts.ts';
import { useAskBeforeLeaving } from '../../platform/browser/use-browser.ts';
import { Button } from '../Button.tsx';
import { Notice } from '../Notice.tsx';
import { toasts, undoing } from '../toasts/toasts.ts';

/**
 * A text that waits on this device until it is sent. `initial`: what its form begins with, unless something unsent is kept.
 * `isKept` is false where the device refuses.
 */
export function useUnsentText(key: string, initial: string) {
  const [draft] = useState(() => textDraft(key));
  const [text, setText] = useState(() => draft.read() || initial);
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

type Props = {
  unsent: ReturnType<typeof useUnsentText>;
  /** The id of the field of the text, where the focus goes on. */
  field: string;
};

/** What was typed into the same form in another tab: shown with it until it is sent or deleted, one at a time. */
export function OtherTexts({ unsent: { text, isKept, draft, take }, field }: Props) {
  const [others, setOthers] = useState(() => draft.others(text));
  const [other] = others;
  // Going on with another text would lose one that is on the page alone.
  if (!other || !isKept) return null;

  function goOn(then: () => void) {
    then();
    document.getElementById(field)?.focus();
  }
  return (
    <Notice title="You also wrote this in another tab">
      <p className="m-0 max-h-40 overflow-y-auto whitespace-pre-wrap" dir="auto">
        {other.text}
      </p>
      <div className="mt-1 flex flex-wrap gap-2">
        <Button
          size="xs"
          variant="outline"
          onClick={() =>
            goOn(() => {
              take(other);
              setOthers(draft.others(other.text));
            })
          }
        >
          Go on with this one
        </Button>
        <Button
          size="xs"
          variant="ghost"
          color="neutral"
          onClick={() =>
            goOn(() => {
              const putBack = draft.discard(other);
              setOthers(draft.others(text));
              const undo = () => {
                putBack();
                setOthers(draft.others(text));
              };
              toasts.add({ title: 'Deleted what you wrote in another tab', icon: 'check', actions: [undoing(undo)] });
            })
          }
        >
          Delete it
        </Button>
      </div>
    </Notice>
  );
}
