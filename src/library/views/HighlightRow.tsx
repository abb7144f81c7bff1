import { shortenedTo } from '../../platform/model/text/plain-text.ts';
import { useState, useRef } from 'react';
import { session } from '../../people/browser/session.ts';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import type { Highlights } from '../browser/use-highlights.ts';
import type { Highlight } from '../model/highlight.ts';
import { Button } from '../../ui/Button.tsx';
import { fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { Field, Textarea } from '../../ui/forms/Field.tsx';
import { OtherTexts, useUnsentText } from '../../ui/forms/OtherTexts.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useSending } from '../../platform/browser/use-query.ts';

type Props = {
  highlight: Highlight;
  own: Highlights;
  lost: boolean;
  editing: boolean;
  onEdit: (on: boolean) => void;
  onShow: () => void;
};

/** One highlighted passage, its comment, and its actions. */
export function HighlightRow({ highlight, own, lost, editing, onEdit, onShow }: Props) {
  const { id, quote, comment } = highlight;
  const [busy, setBusy] = useState(false);
  const short = shortenedTo(quote, 60);

  async function remove() {
    setBusy(true);
    const gone = await own.remove(id);
    setBusy(false);
    if (!gone.ok)
      return void toasts.add({ title: 'Couldn’t delete it', description: gone.problem.detail, color: 'danger' });
    document.getElementById('highlights')?.focus();
    toasts.add({ title: 'Highlight deleted', actions: [undoing(() => void bringBack())] });
  }

  async function bringBack() {
    const back = await own.restore(highlight);
    if (!back.ok) undoFailed(sentenceFor(back, new Date()), () => void bringBack());
  }

  return (
    <li
      id={`highlight-${id}`}
      tabIndex={-1}
      className="border-t border-line py-4 first:border-t-0 focus-visible:outline-2 focus-visible:outline-primary"
    >
      <blockquote
        dir="auto"
        className="m-0 border-s-3 border-primary ps-3 font-serif whitespace-pre-line wrap-anywhere"
      >
        {quote}
      </blockquote>
      {lost && <p className="mt-1 mb-0 text-sm text-muted">Your copy no longer contains this passage.</p>}
      {editing ? (
        <HighlightComment highlight={highlight} own={own} onDone={() => onEdit(false)} />
      ) : (
        <>
          {comment !== '' && (
            <p dir="auto" className="mt-2 mb-0 whitespace-pre-line wrap-anywhere">
              {comment}
            </p>
          )}
          <div className="mt-1 -ms-3 flex flex-wrap gap-1">
            {!lost && (
              <Button size="xs" variant="ghost" aria-label={`Show in the text: ${short}`} onClick={onShow}>
                Show in the text
              </Button>
            )}
            <Button
              size="xs"
              variant="ghost"
              aria-label={`${comment === '' ? 'Add a comment' : 'Edit the comment'}: ${short}`}
              onClick={() => onEdit(true)}
            >
              {comment === '' ? 'Add a comment' : 'Edit the comment'}
            </Button>
            <Button
              size="xs"
              variant="ghost"
              color="neutral"
              loading={busy}
              aria-label={`Delete: ${short}`}
              onClick={() => void remove()}
            >
              Delete
            </Button>
          </div>
        </>
      )}
    </li>
  );
}

type HighlightCommentProps = { highlight: Highlight; own: Highlights; onDone: () => void };

/**
 * The comment on a highlighted passage. Only one such form is open: what was typed stays on the device until it is opened
 * again.
 */
function HighlightComment({ highlight, own, onDone }: HighlightCommentProps) {
  const form = useRef<HTMLFormElement>(null);
  const unsent = useUnsentText(`${session.person}:highlight:${highlight.id}`, highlight.comment);
  const { text: comment, draft } = unsent;
  const { busy, failure, send } = useSending();

  function change(text: string) {
    // A text that is being saved stays as it was sent.
    if (!busy) unsent.change(text);
  }

  async function save() {
    const saved = await send(() => own.comment(highlight.id, comment));
    if (!saved?.ok) return;
    draft.drop();
    // Another form may have opened instead of this one meanwhile.
    if (form.current) leave();
  }

  /** Closes the form, with the focus on its row. */
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
      onKeyDown={({ key, ctrlKey, metaKey }) => {
        if (key === 'Enter' && (ctrlKey || metaKey)) void save();
        if (key === 'Escape') leave();
      }}
    >
      {failure && error === undefined && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <Field label="Comment" error={error}>
        {(control) => (
          <>
            <OtherTexts unsent={unsent} field={control.id} />
            <Textarea
              {...control}
              autoFocus
              dir="auto"
              value={comment}
              onChange={(event) => change(event.target.value)}
            />
          </>
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
            draft.drop();
            leave();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}
