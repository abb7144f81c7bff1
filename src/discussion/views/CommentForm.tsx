import { useEffect, useState, useRef, useId } from 'react';
import { call } from '../../people/browser/calls.ts';
import { mentionBeing } from '../model/thread.ts';
import { useCompletion } from '../../ui/forms/Completion.tsx';
import { Textarea } from '../../ui/forms/Field.tsx';
import { OtherTexts, useUnsentText } from '../../ui/forms/OtherTexts.tsx';
import { type Answer, type Failure, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { limits } from '../../platform/model/limits.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { paths } from '../../platform/model/paths.ts';

type Named = { handle: string; name: string };

/** Typing rests for so long before the server is asked. */
const restMs = 120;

/**
 * The people whose handles begin so: those who take part here at once and first, then everyone whom the server knows.
 * Nobody while nothing is being typed; a server that does not answer leaves those who are here.
 */
function usePeople(begun: string | undefined, here: readonly Named[]): Named[] {
  const [found, setFound] = useState<{ begun: string; people: Named[] }>();

  useEffect(() => {
    if (begun === undefined) return;
    let stale = false;
    const timer = setTimeout(() => {
      void call('GET /api/people', { query: { prefix: begun } }).then((answer) => {
        if (!stale && answer.ok) setFound({ begun, people: answer.data.people });
      });
    }, restMs);
    return () => {
      stale = true;
      clearTimeout(timer);
    };
  }, [begun]);

  if (begun === undefined) return [];
  // What was found for less holds what is found for more, until the answer to that comes.
  const known = found && begun.startsWith(found.begun) ? found.people : [];
  const all = new Map([...here, ...known].map((person) => [person.handle, person]));
  return [...all.values()].filter(({ handle }) => handle.startsWith(begun)).slice(0, 6);
}

type MentionProps = {
  id: string;
  value: string;
  /** Ids of what describes the field. */
  describedBy: string;
  invalid: boolean;
  /** People who take part here. */
  people: readonly Named[];
  onChange: (text: string) => void;
};

/**
 * A text area that completes handles after an `@`: arrows choose, Enter and Tab take, Escape puts the list away. The
 * focus never leaves the text.
 */
function MentionArea({ id, value, describedBy, invalid, people, onChange }: MentionProps) {
  const place = useRef<HTMLDivElement>(null);
  const [typed, setTyped] = useState('');
  const [away, setAway] = useState(false);
  const begun = away ? undefined : mentionBeing(typed);
  const found = usePeople(begun, people);
  const options = found.length === 1 && found[0]?.handle === begun ? [] : found;
  const completion = useCompletion({
    choices: options,
    keyOf: (person) => person.handle,
    onTake: complete,
    onAway: () => setAway(true),
    label: 'People to mention',
    told: (count) => `${count === 1 ? 'One person' : `${count} people`} to mention. Arrows choose.`,
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
  }, []);

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
    // Once the new text is there.
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
        // Its buttons come into sight with it.
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
  /** Where an unsent text is kept on this device. */
  draftKey: string;
  /** What the form begins with, unless something unsent is kept. */
  initial?: string;
  submit: string;
  /** People who take part here, whom an @ completes first. */
  people: readonly Named[];
  /** Stores the text, and takes the form away once it is stored. A text that is sent again is sent by the same `call`. */
  onSend: (body: string, call: string) => Promise<Answer<unknown>>;
  onClose: () => void;
};

/** The form of a comment. What is typed stays on the device until the server has stored it. */
export function CommentForm({ label, draftKey, initial = '', submit, people, onSend, onClose }: Props) {
  const id = useId();
  const unsent = useUnsentText(draftKey, initial);
  const { text: body, isKept, draft } = unsent;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const call = useRef<string>(undefined);

  function change(text: string) {
    // What is being sent stays as it is: what came after it would go with the form.
    if (!busy) unsent.change(text);
  }

  async function send() {
    if (busy) return;
    setBusy(true);
    setFailure(undefined);
    call.current ??= draft.callKey();
    const answer = await onSend(body, call.current);
    setBusy(false);
    if (answer.ok) return draft.drop();
    setFailure(answer);
    // Another text is there already: whoever sends again wants both.
    if (answer.status !== 409) return;
    draft.newCall();
    call.current = undefined;
  }

  const error = fieldError(failure, 'body');
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
        describedBy={`${id}-hint`}
        invalid={error !== undefined}
        people={people}
        onChange={change}
      />
      {error && <p className="m-0 text-sm text-danger">{error}</p>}
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
        <span id={`${id}-hint`} className="text-sm text-muted">
          {body.length > limits.comment.max * 0.9
            ? `${body.length} of ${limits.comment.max} characters`
            : isKept
              ? 'You can use Markdown.'
              : 'Comments can’t be stored on this device. Send yours before you leave.'}
        </span>
      </div>
    </form>
  );
}

/** In the place of a form for whoever is not signed in. `anchor`: where they come back to. */
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
