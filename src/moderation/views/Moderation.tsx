import { useCall, call } from '../browser/calls.ts';
import { useSession } from '../../people/browser/calls.ts';
import { paths } from '../../platform/model/paths.ts';
import { mayAppoint, mayModerate } from '../../people/model/permissions.ts';
import { Badge } from '../../ui/Badge.tsx';
import { EmptyState, Loaded, Loading } from '../../ui/Loading.tsx';
import { Tabs } from '../../ui/Tabs.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { Cases, Decisions } from './Panels.tsx';
import { People } from './People.tsx';
import { useState, type SubmitEvent } from 'react';
import { shortDate } from '../../platform/model/dates.ts';
import type { Entry } from '../model/entry.ts';
import { Button } from '../../ui/Button.tsx';
import { Field, Input } from '../../ui/forms/Field.tsx';
import { logReaders, openDecideModal } from './DecideModal.tsx';

/** The moderators' page: what waits for them, what they decided, bans, and people. */
export const Moderation = bounded(function Moderation() {
  const { user } = useSession();
  if (user && !mayModerate(user)) return <ForModerators />;
  return (
    <div className="page-head mx-auto max-w-(--column)">
      <h1 id="moderation" tabIndex={-1}>
        Moderation
      </h1>
      <p className="mb-6">
        Every decision needs a reason. Whoever it’s about is told, and it’s in the{' '}
        <a className="underline underline-offset-2" href={paths.moderationLog()}>
          public log
        </a>
        . When you dismiss a report, only those who made it are told.
      </p>
      {user ? <Desk owner={mayAppoint(user)} /> : <Loading what="Loading the queue" lines={6} />}
    </div>
  );
});

/** What other people see here: why, and a link to the public log. */
function ForModerators() {
  return (
    <div className="page-head mx-auto max-w-(--column)">
      <h1>For moderators</h1>
      <p>
        Reports and appeals are read by this site’s moderators only. What they decide, and why, is open to everyone.
      </p>
      <p>
        <Button href={paths.moderationLog()}>Read the moderation log</Button>
      </p>
    </div>
  );
}

function Desk({ owner }: { owner: boolean }) {
  const { answer, retry } = useCall('GET /api/moderation/queue', {});
  const counts = answer?.ok ? answer.data.counts : undefined;
  return (
    <Tabs
      label="Moderation"
      tabs={[
        {
          value: 'report',
          label: <Counted name="Reports" count={counts?.report} />,
          panel: <Cases kind="report" onCounts={retry} />,
        },
        {
          value: 'held',
          label: <Counted name="Held" count={counts?.held} />,
          panel: <Cases kind="held" onCounts={retry} />,
        },
        {
          value: 'appeal',
          label: <Counted name="Appeals" count={counts?.appeal} />,
          panel: <Cases kind="appeal" onCounts={retry} />,
        },
        { value: 'decisions', label: 'Decisions', panel: <Decisions /> },
        { value: 'domains', label: 'Domains', panel: <Domains /> },
        { value: 'pictures', label: 'Pictures', panel: <Pictures /> },
        { value: 'people', label: 'People', panel: <People mayAppoint={owner} /> },
      ]}
    />
  );
}

function Counted({ name, count }: { name: string; count: number | undefined }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      {name} {count ? <Badge color="primary">{count}</Badge> : null}
    </span>
  );
}

/** The banned domains, with a form to ban another. */
function Domains() {
  const { answer, retry } = useCall('GET /api/moderation/domains', {});

  const ban = (domain: string, clear: () => void) =>
    openDecideModal({
      about: `ban:${domain}`,
      title: `Ban ${domain}?`,
      explanation: 'Nothing new that links to it, or to its subdomains, can be published. What’s already there stays.',
      readers: logReaders,
      confirmLabel: 'Ban',
      done: 'Banned',
      danger: true,
      decide: ({ reason }) =>
        call('POST /api/moderation/decisions', { body: { action: 'ban-domain', domain, reason } }),
      onDecided: () => {
        clear();
        retry();
      },
    });

  const lift = (entry: Entry) =>
    openDecideModal({
      about: `undo:${entry.id}`,
      title: `Allow ${entry.domain} again?`,
      explanation: 'Links to it can be published again.',
      readers: logReaders,
      confirmLabel: 'Allow',
      done: 'Allowed again',
      decide: ({ reason }) =>
        call('POST /api/moderation/decisions', { body: { action: 'undo', entry: entry.id, reason } }),
      onDecided: retry,
    });

  return (
    <div className="grid gap-5">
      <NameForm label="Domain or address" name="domain" word="Ban" onSend={ban} />
      <Loaded what="the banned domains" answer={answer} retry={retry}>
        {({ domains }) =>
          domains.length === 0 ? (
            <EmptyState>No banned domains.</EmptyState>
          ) : (
            <ul className="m-0 list-none p-0">
              {domains.map((entry) => (
                <li
                  key={entry.id}
                  className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0"
                >
                  <span className="min-w-0 wrap-anywhere">
                    <bdi>{entry.domain}</bdi>
                    <span className="block text-sm text-muted">
                      <time dateTime={entry.at}>{shortDate(entry.at)}</time> · {entry.reason}
                    </span>
                  </span>
                  <Button
                    size="xs"
                    variant="ghost"
                    color="neutral"
                    className="-mx-3"
                    aria-haspopup="dialog"
                    onClick={() => lift(entry)}
                  >
                    Allow again
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

/** A form to remove a picture: a page's icon or lead picture, or a person's avatar. */
function Pictures() {
  const remove = (picture: string, clear: () => void) =>
    openDecideModal({
      about: `picture:${picture}`,
      title: 'Remove this picture?',
      explanation: 'It disappears from every page and can’t be uploaded again. This can’t be undone.',
      readers: logReaders,
      confirmLabel: 'Remove',
      done: 'Removed',
      danger: true,
      decide: ({ reason }) =>
        call('POST /api/moderation/decisions', { body: { action: 'remove-picture', picture, reason } }),
      onDecided: clear,
    });
  const hint = 'Open the picture in a tab of its own and copy its address.';
  return <NameForm label="Address of the picture" hint={hint} name="picture" word="Remove" onSend={remove} />;
}

type NameFormProps = {
  label: string;
  hint?: string;
  name: string;
  word: string;
  onSend: (value: string, clear: () => void) => void;
};

/** A form with one field for what a decision is about. */
function NameForm({ label, hint, name, word, onSend }: NameFormProps) {
  const [value, setValue] = useState('');

  function send(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (value.trim()) onSend(value.trim(), () => setValue(''));
  }

  return (
    <form onSubmit={send} className="flex flex-wrap items-start gap-3">
      <div className="min-w-0 flex-1 basis-60">
        <Field label={label} hint={hint}>
          {(control) => (
            <Input
              {...control}
              name={name}
              inputMode="url"
              autoCapitalize="none"
              value={value}
              onChange={(event) => setValue(event.target.value)}
            />
          )}
        </Field>
      </div>
      {/* Beside the input, which is below its label. */}
      <Button
        type="submit"
        color="danger"
        variant="outline"
        aria-haspopup="dialog"
        className="mt-[calc(1.5*0.9375rem+0.375rem)] max-[24rem]:mt-0"
      >
        {word}
      </Button>
    </form>
  );
}
