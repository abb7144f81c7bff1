import { localTime } from '../../platform/browser/relative-time.ts';
import { useEffect, useState, type SubmitEvent } from 'react';
import { send, type Failure, fieldError, sentenceFor } from '../../platform/browser/api.ts';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { call as ask, useCall } from '../browser/calls.ts';
import type { ScheduledExport as Scheduled } from '../model/scheduled-export.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input, Select } from '../../ui/forms/Field.tsx';
import { Loading, LoadFailure } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PasswordField, PresentPassword } from '../../people/views/AccountForm.tsx';

const address = '/api/account/export';
const examples = {
  webdav: 'https://cloud.example.org/remote.php/dav/files/ann/Notes',
  git: 'https://git.example.org/ann/notes.git',
};
/** How soon the progress of a run is requested again, and the longest wait while it does not change. */
const lookMs = 2000;
const longestMs = 60_000;
const At = ({ time }: { time: string }) => <time dateTime={time}>{localTime(time)}</time>;

/** Settings to export one's Markdown to a folder or a repository of one's own on a schedule: set, run now, and end. */
export function ScheduledExport() {
  const { answer, retry } = useCall('GET /api/account/export', {});
  const [busy, setBusy] = useState<'set' | 'now' | 'end'>();
  const [failure, setFailure] = useState<Failure>();
  // Requested if the person last proved their identity some time ago.
  const [asks, setAsks] = useState(false);
  const scheduled = useLatest(answer?.ok ? answer.data.scheduled : null);
  const [chosen, setChosen] = useState<Scheduled['kind']>();
  const kind = chosen ?? scheduled?.kind ?? 'webdav';

  async function call(as: NonNullable<typeof busy>, work: () => ReturnType<typeof send>) {
    if (busy) return;
    setBusy(as);
    setFailure(undefined);
    const done = await work();
    setBusy(undefined);
    const isAsked = !done.ok && fieldError(done, 'current') !== undefined;
    setAsks(isAsked);
    // The field that appears for it explains by itself what to do.
    if (!done.ok && (!isAsked || asks)) setFailure(done);
    if (done.ok) retry();
    return done.ok;
  }

  function set(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = [...new FormData(event.currentTarget)].filter(([name, value]) => name === 'url' || value !== '');
    void call('set', () => send('PUT', address, Object.fromEntries(typed)));
  }

  async function end() {
    if (await call('end', () => send('DELETE', address))) focusOn('scheduled-export');
  }

  const [urlError, passwordError] = [fieldError(failure, 'url'), fieldError(failure, 'password')];
  const [branchError, proofError] = [fieldError(failure, 'branch'), fieldError(failure, 'current')];
  return (
    <section aria-labelledby="scheduled-export" className="grid gap-4 border-t border-line pt-6">
      <h2 id="scheduled-export" tabIndex={-1} className="m-0! text-lg! font-semibold">
        Scheduled export
      </h2>
      <p className="m-0 text-muted">
        Keeps all your notes, private ones included, as Markdown files with their pictures in a WebDAV folder (such as
        Nextcloud) or a Git repository of yours. Only changes are written, and files you’ve edited there are left alone.
        A picture we wrote is removed there once no note shows it. Once a repository holds 60 MB, it gets no more
        pictures: the texts show further ones from this site.
      </p>
      {!answer && <Loading what="Loading your scheduled export" lines={2} />}
      {answer?.ok === false && <LoadFailure what="your scheduled export" failure={answer} retry={retry} />}
      {failure && !urlError && !passwordError && !branchError && !proofError && (
        <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>
      )}
      {scheduled && (
        <>
          <State {...scheduled} />
          <div className="flex flex-wrap gap-3">
            <Button
              variant="outline"
              color="neutral"
              loading={busy === 'now'}
              onClick={() => void call('now', () => send('POST', address))}
            >
              Export now
            </Button>
            <Button variant="outline" color="neutral" loading={busy === 'end'} onClick={() => void end()}>
              Stop exporting
            </Button>
          </div>
        </>
      )}
      {answer?.ok && (
        <form
          key={scheduled?.since ?? 'none'}
          method="post"
          noValidate
          onSubmit={set}
          aria-label="Scheduled export"
          className="grid gap-4 sm:grid-cols-2"
        >
          <Field label="To">
            {(control) => (
              <Select
                {...control}
                name="kind"
                value={kind}
                onChange={({ target }) => setChosen(target.value as Scheduled['kind'])}
              >
                <option value="webdav">A WebDAV folder</option>
                <option value="git">A Git repository</option>
              </Select>
            )}
          </Field>
          <Field label="How often">
            {(control) => (
              <Select {...control} name="every" defaultValue={scheduled?.every}>
                <option value="daily">Every day</option>
                <option value="weekly">Every week</option>
              </Select>
            )}
          </Field>
          <div className="sm:col-span-2">
            <Field
              label="Address"
              hint={<span className="wrap-anywhere">For example {examples[kind]}</span>}
              error={urlError}
            >
              {(control) => (
                <Input {...control} type="url" name="url" defaultValue={scheduled?.url} autoComplete="off" />
              )}
            </Field>
          </div>
          <Field label="User name">
            {(control) => (
              <Input
                {...control}
                name="username"
                defaultValue={scheduled?.username}
                autoCapitalize="none"
                autoComplete="off"
              />
            )}
          </Field>
          <PasswordField
            label="Password or app token"
            autoComplete="new-password"
            hint={scheduled ? 'Leave empty to keep the current one.' : 'Use one you made just for this.'}
            error={passwordError}
          />
          {kind === 'git' && (
            <Field label="Branch" error={branchError}>
              {(control) => (
                <Input {...control} name="branch" defaultValue={scheduled?.branch ?? 'main'} autoComplete="off" />
              )}
            </Field>
          )}
          {asks && (
            <div className="sm:col-span-2">
              <PresentPassword
                first
                hint="Everything you write goes there, so please confirm it’s you."
                error={proofError}
              />
            </div>
          )}
          <Button
            type="submit"
            variant="outline"
            color="neutral"
            className="justify-self-start sm:col-span-2"
            loading={busy === 'set'}
          >
            {scheduled ? 'Save' : 'Start exporting'}
          </Button>
        </form>
      )}
    </section>
  );
}

/** Whether it is running, or due now. */
const isRunning = ({ isRunning: runs, nextAt }: Scheduled) => runs || Date.parse(nextAt) <= Date.now();

/** The latest state of the export, updated while it runs and the page is visible. */
function useLatest(first: Scheduled | null): Scheduled | null {
  const [later, setLater] = useState<{ of: Scheduled; now: Scheduled | null; waitMs: number }>();
  const known = later?.of === first ? later : undefined;
  const latest = known ? known.now : first;
  useEffect(() => {
    if (!first || !latest || !isRunning(latest)) return undefined;
    const waitMs = known?.waitMs ?? lookMs;
    const ended = new AbortController();
    const look = async () => {
      if (document.visibilityState === 'hidden') {
        document.addEventListener('visibilitychange', () => void look(), { once: true, signal: ended.signal });
        return;
      }
      const answer = await ask('GET /api/account/export', {});
      if (ended.signal.aborted) return;
      const now = answer.ok ? answer.data.scheduled : latest;
      const isSame = JSON.stringify(now) === JSON.stringify(latest);
      setLater({ of: first, now, waitMs: isSame ? Math.min(2 * waitMs, longestMs) : lookMs });
    };
    const timer = setTimeout(() => void look(), waitMs);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [first, latest, known]);
  return latest;
}

function State(scheduled: Scheduled) {
  const { url, nextAt, running, last, failure } = scheduled;
  return (
    <div className="grid gap-2">
      {failure && (
        <Notice kind="danger">
          <span>
            The last attempt, <At time={failure.at} />, failed: {failure.why}
          </span>
        </Notice>
      )}
      <p className="m-0 wrap-anywhere">
        {last ? (
          <>
            Exported to {new URL(url).host} <At time={last.at} />: {last.written} written, {last.removed} removed.
          </>
        ) : (
          <>Nothing has been exported to {new URL(url).host} yet.</>
        )}{' '}
        {isRunning(scheduled) || running ? (
          `Exporting now${running ? `: ${running.written} written so far` : ''}.`
        ) : (
          <>
            The next one is due <At time={nextAt} />.
          </>
        )}
      </p>
      {last?.pictures !== undefined && (
        <Notice kind="danger">All notes were exported, but some show pictures from this site: {last.pictures}</Notice>
      )}
      {last && last.left.length > 0 && (
        <p className="m-0 text-muted wrap-anywhere">Edited there, so left alone: {last.left.join(', ')}.</p>
      )}
    </div>
  );
}
