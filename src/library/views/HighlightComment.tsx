import { useRef, useState } from 'react';
import type { Failure } from '../../platform/browser/api.ts';
import { fieldError, sentenceFor } from '../../platform/browser/failure.ts';
import { textDraft } from '../../platform/browser/text-drafts.ts';
import type { Highlights } from '../browser/use-highlights.ts';
import type { Highlight } from '../model/highlight.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Textarea } from '../../ui/forms/Textarea.tsx';

type Props = { highlight: Highlight; own: Highlights; onDone: () => void };

/** What is said of a highlighted passage. Only one such form is open: what was typed waits on the device until it is again. */
export function HighlightComment({ highlight, own, onDone }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const draft = textDraft(`highlight:${highlight.id}`);
  const [comment, setComment] = useState(() => draft.read() || highlight.comment);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  function change(text: string) {
    // What is being kept stays as it was sent.
    if (busy) return;
    setComment(text);
    draft.keep(text === highlight.comment ? '' : text);
  }

  async function save() {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    const kept = await own.comment(highlight.id, comment);
    setBusy(false);
    if (!kept.ok) return setFailure(kept);
    draft.keep('');
    // Another form may have been opened in the place of this one meanwhile.
    if (form.current) leave();
  }

  /** The form goes, so a keyboard goes on at its row. */
  function leave() {
    document.getElementById(`highlight-${highlight.id}`)?.focus();
    onDone();
  }

  const error = fieldError(failure, 'comment');
  return (
    <form
      ref={form}
      className="mt-3 grid gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      {failure && error === undefined && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <Field label="Comment" error={error}>
        {(control) => (
          <Textarea
            {...control}
            autoFocus
            dir="auto"
            value={comment}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button type="submit" loading={busy}>
          Save
        </Button>
        <Button
          variant="outline"
          color="neutral"
          onClick={() => {
            draft.keep('');
            leave();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
