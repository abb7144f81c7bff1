import { countedOf, grouped } from '../../platform/model/counted.ts';
import { useEffect, useState, useRef, useId } from 'react';
import { call } from '../../people/browser/calls.ts';
import { partialMention } from '../model/thread.ts';
import { useCompletion } from '../../ui/forms/Completion.tsx';
import { Textarea } from '../../ui/forms/Field.tsx';
import { OtherTexts, useUnsentText } from '../../ui/forms/OtherTexts.tsx';
import { type Answer, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { paths } from '../../platform/model/paths.ts';
import { useSending } from '../../platform/browser/use-query.ts';

type Named = { handle: string; name: string };

/** How long typing must pause before the server is called. */
const restMs = 120;

/**
 * The people whose handles begin with `prefix`: participants of this thread immediately and first, then everyone whom the
 * server finds. Empty while no handle is being typed; if the server does not answer, only participants.
 */
function usePeople(prefix: string | undefined, here: readonly Named[]): Named[] {
  const [found, setFound] = useState<{ prefix: string; people: Named[] }>();

  useEffect(() => {
    if (prefix === undefined) return;
    let stale = false;
    const timer = setTimeout(() => {
      void call('GET /api/people', { query: { prefix } }).then((answer) => {
        if (!stale && answer.ok) setFound({ prefix, people: answer.data.people });
      });
    }, restMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [prefix]);

  if (prefix === undefined) return [];
  // Results for a shorter prefix contain those for a longer one, until the answer to that arrives.
  const known = found && prefix.startsWith(found.prefix) ? found.people : [];
  const all = new Map([...here, ...known].map((person) => [person.handle, person]));
  return [...all.values()].filter(({ handle }) => handle.startsWith(prefix)).slice(0, 6);
}

type MentionProps = {
  id: string;
  value: string;
  /** A quotation in the text: when there is another one, the focus returns to the end of the text. */
  added: string;
  /** The id of the field's description. */
  describedBy: string;
  invalid: boolean;
  /** The participants of this thread. */
  people: readonly Named[];
  onChange: (text: string) => void;
};

/**
 * A text area that completes handles after an `@`: arrow keys choose, Enter and Tab accept, Escape closes the list. The
 * focus stays in the text.
 */
function MentionArea({ id, value, added, describedBy, invalid, people, onChange }: MentionProps) {
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [away, setAway] = useState(false);
  const prefix = away ? undefined : partialMention(typed);
  const found = usePeople(prefix, people);
  const options = found.length === 1 && found[0]?.handle === prefix ? [] : found;
  const completion = useCompletion({
    choices: options,
    keyOf: (person) => person.handle,
    onTake: complete,
    onAway: () => setAway(true),
    label: 'People to mention',
    announcement: (count) => `${count === 1 ? 'One person' : `${count} people`} to mention. Use the arrow keys.`,
    children: (person) => (
      <>
        <span className="font-medium">
          <bdi>@{person.handle}</bdi>
        </span>
        <span className="truncate text-muted" dir="auto">
          {person.name}
        </span>
      </>
    ),
  });

  const area = () => place.current?.querySelector('textarea');
  useEffect(() => {
    const field = place.current?.querySelector('textarea');
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, [added]);

  function type(text: string, caret: number) {
    setTyped(text.slice(0, caret));
    setAway(false);
    completion.restart();
    onChange(text);
  }

  function complete({ handle }: Named) {
    const before = typed.replace(/@\w*$/, `@${handle} `);
    onChange(before + value.slice(typed.length));
    setTyped('');
    // After the new text is rendered.
    requestAnimationFrame(() => {
      area()?.focus();
      area()?.setSelectionRange(before.length, before.length);
    });
  }

  return (
    <div ref={place} className="relative">
      <Textarea
        id={id}
        dir="auto"
        rows={4}
        value={value}
        // Scrolling the field into view includes its buttons.
        className="w-full scroll-mb-20"
        aria-describedby={describedBy}
        aria-invalid={invalid ? true : undefined}
        {...completion.control}
        onChange={({ target }) => type(target.value, target.selectionStart)}
        onKeyDown={completion.press}
        onBlur={() => setAway(true)}
      />
      {completion.list('top-full')}
    </div>
  );
}

type Props = {
  label: string;
  /** The key under which an unsent text is stored on this device. */
  draftKey: string;
  /** The initial text, unless an unsent one is stored. */
  initial?: string;
  /** A quotation that the text begins with, or that goes below a stored one. */
  quote?: string;
  submit: string;
  /** The participants of this thread, whom an `@` completes first. */
  people: readonly Named[];
  /** Stores the text, and removes the form once it is stored. Sending the same text again uses the same `call`. */
  onSend: (body: string, call: string) => Promise<Answer<unknown>>;
  onClose: () => void;
};

/** The form of a comment. What is typed stays on the device until the server has stored it. */
export function CommentForm({ label, draftKey, quote = '', initial = quote, submit, people, onSend, onClose }: Props) {
  const id = useId();
  const unsent = useUnsentText(draftKey, initial, quote);
  const { text: body, isKept, draft } = unsent;
  const { busy, failure, setFailure, send: sending } = useSending();
  const error = fieldError(failure, 'body');

  function change(text: string) {
    // A text that is being sent cannot change: later input would be lost with the form.
    if (busy) return;
    unsent.change(text);
    if (error) setFailure(undefined);
  }

  async function send() {
    const answer = await sending(() => onSend(body, draft.callKey()));
    if (answer?.ok) return draft.drop();
    // Another text was stored already: sending again is meant to store both.
    if (answer?.status === 409) draft.newCall();
  }

  const described = `${id}-${error ? 'error' : 'hint'}`;
  const current = failure?.problem.current as { body?: string } | undefined;
  return (
    <form
      className="my-3 grid gap-2"
      aria-label={label}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void send();
        if (event.key === 'Escape') onClose();
      }}
    >
      <OtherTexts unsent={unsent} field={id} />
      <label htmlFor={id} className="text-[0.9375rem] font-medium">
        {label}
      </label>
      <MentionArea
        id={id}
        value={body}
        added={quote}
        describedBy={described}
        invalid={error !== undefined}
        people={people}
        onChange={change}
      />
      {error && (
        <p id={described} role="alert" className="m-0 text-sm text-danger">
          {error}
        </p>
      )}
      {failure && !error && (
        <Notice kind="danger">
          <span>{sentenceFor(failure, new Date())}</span>
          {current?.body && <span className="whitespace-pre-wrap wrap-anywhere">Now: {current.body}</span>}
        </Notice>
      )}
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" size="xs" loading={busy}>
          {submit}
        </Button>
        <Button size="xs" variant="ghost" color="neutral" onClick={onClose}>
          Cancel
        </Button>
        {!error && (
          <span id={described} className="text-sm text-muted">
            {body.length > limits.comment.max * 0.9
              ? `${grouped(body.length)} of ${countedOf(limits.comment.max, 'character')}`
              : isKept
                ? 'You can use Markdown.'
                : 'Comments can’t be stored on this device. Send yours before you leave.'}
          </span>
        )}
      </div>
    </form>
  );
}

/** Replaces a form for readers who are not signed in. `anchor`: where they return to. */
export function SignInFirst({ anchor }: { anchor: string }) {
  return (
    <p className="my-3 text-[0.9375rem] text-muted" role="status">
      <a className="font-medium text-primary underline" href={paths.signIn(`${location.pathname}#${anchor}`)}>
        Sign in
      </a>{' '}
      to join in. You’ll come straight back here.
    </p>
  );
}
