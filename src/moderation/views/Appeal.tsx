import { useState, type SubmitEvent, useEffect } from 'react';
import { type Answer, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { useSearch, takesFocus } from '../../platform/browser/use-browser.ts';
import { shortDate } from '../../platform/model/dates.ts';
import type { AppealView } from '../model/case.ts';
import { entryInWords, maxExplanation } from '../model/words.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Notice } from '../../ui/Notice.tsx';
import { Field, Textarea } from '../../ui/forms/Field.tsx';
import { EmptyState, LoadFailure, Loading } from '../../ui/Loading.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { useKeptText } from '../../people/browser/use-kept-text.ts';
import { call } from '../browser/calls.ts';
import { useSending } from '../../platform/browser/use-query.ts';

/**
 * The decision in `?about=`, null if it is missing. People who cannot sign in have a token after the `#`, which is sent
 * neither to logs nor to other sites.
 */
function useAppeal() {
  const search = useSearch();
  const about = search === undefined ? undefined : new URLSearchParams(search).get('about');
  const token = search === undefined ? undefined : location.hash.slice(1) || undefined;
  const [turn, setTurn] = useState(0);
  const [answer, setAnswer] = useState<Answer<AppealView>>();
  useEffect(() => {
    if (!about) return;
    let wanted = true;
    void askFor(about, token).then((got) => wanted && setAnswer(got));
    return () => {
      wanted = false;
    };
  }, [about, token, turn]);
  return { about, token, answer, retry: () => setTurn((last) => last + 1) };
}

/** Sends the appeal. */
const sendAppeal = (body: { about: string; text: string; token: string | undefined }) =>
  call('POST /api/appeals', { body });

function askFor(about: string, token: string | undefined): Promise<Answer<AppealView>> {
  return call('GET /api/appeals', {
    query: { about },
    ...(token !== undefined && { headers: { 'Appeal-Token': token } }),
  });
}

/** A decision about the person, and their appeal against it. */
export const Appeal = bounded(function Appeal() {
  const { answer, retry, about, token } = useAppeal();
  return (
    <div className="page-head mx-auto max-w-(--column)">
      <h1 className="mb-4!">Appeal</h1>
      {!answer && about !== null && <Loading what="Loading the decision" lines={5} />}
      {about === null && (
        <EmptyState actions={<Button href={paths.inbox}>Open my inbox</Button>}>
          This link doesn’t say which decision to appeal against. Open it again from the message about the decision, in
          your inbox or your email.
        </EmptyState>
      )}
      {answer && !answer.ok && <LoadFailure what="the decision" failure={answer} retry={retry} />}
      {answer?.ok && about && <Shown view={answer.data} onSent={retry} {...{ about, token }} />}
    </div>
  );
});

type ShownProps = { view: AppealView; about: string; token: string | undefined; onSent: () => void };

function Shown({ view: { entry, appeal }, about, token, onSent }: ShownProps) {
  const [sent, setSent] = useState(false);
  const send = () => {
    setSent(true);
    onSent();
  };
  return (
    <div className="grid gap-5">
      <Card>
        <p className="m-0">
          <strong className="font-semibold">{entryInWords(entry)}</strong>
          <span className="text-muted">
            {' '}
            · <time dateTime={entry.at}>{shortDate(entry.at)}</time>
          </span>
        </p>
        <p dir="auto" className="m-0">
          The reason given: “{entry.reason}”
        </p>
      </Card>
      {appeal ? (
        <section aria-labelledby="filed" className="grid gap-2">
          <h2 id="filed" tabIndex={-1} ref={sent ? takesFocus : undefined} className="m-0 text-lg font-semibold">
            Your appeal
          </h2>
          <p dir="auto" className="m-0 whitespace-pre-wrap">
            {appeal.text}
          </p>
          <Notice>
            {appeal.decided
              ? `${appeal.decided.granted ? 'Granted: the decision was taken back.' : 'Declined: the decision stands.'} “${appeal.decided.reason}”`
              : 'Sent. A moderator will read it, if possible not the one who decided, and you’ll hear back.'}
          </Notice>
        </section>
      ) : entry.undone ? (
        <Notice>This decision has been taken back. There’s nothing to appeal.</Notice>
      ) : (
        <AppealForm {...{ about, token, sent, onSent: send }} />
      )}
    </div>
  );
}

function AppealForm({ about, token, sent, onSent }: Omit<ShownProps, 'view'> & { sent: boolean }) {
  const [text, setText] = useKeptText(`appeal:${about}`);
  const { busy, failure, send } = useSending();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const answer = await send(() => sendAppeal({ about, text, token }));
    if (!answer?.ok) return;
    setText('');
    onSent();
  }

  const inText = fieldError(failure, 'text');
  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      {failure && !inText && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <Field
        label="Why should it change?"
        hint="You can appeal once. Someone other than the moderator who decided will read it, if possible."
        error={inText}
      >
        {(control) => (
          <Textarea
            {...control}
            name="text"
            rows={5}
            maxLength={maxExplanation}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" size="md" loading={busy || sent} className="justify-self-start">
        Send the appeal
      </Button>
    </form>
  );
}
