import { useState, type ReactNode } from 'react';
import type { Failure } from '../../platform/browser/api.ts';
import { Select } from '../../ui/forms/Field.tsx';
import { LoadFailure, Loading, NotSavedNotice } from '../../ui/Loading.tsx';
import { call, useCall } from '../browser/calls.ts';
import {
  type ReviewMail,
  settableKinds,
  type Delivery,
  type DeliverySettings,
  type SettableKind,
} from '../model/notification.ts';
import { useSession } from '../../people/browser/calls.ts';
import { paths } from '../../platform/model/paths.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ChosenList } from './ChosenRow.tsx';

const reviewChoices = { never: 'Never', daily: 'Every day', weekly: 'On Mondays' } as const;

/** How often highlights that are due are mailed. Renders nothing until that is loaded. */
export function ReviewMailChoice() {
  const { answer } = useCall('GET /api/inbox/review', {});
  const [chosen, setChosen] = useState<ReviewMail['every']>();
  const [failure, setFailure] = useState<Failure>();
  if (!answer?.ok) return null;
  const before = chosen ?? answer.data.every;

  async function choose(every: ReviewMail['every']) {
    setFailure(undefined);
    setChosen(every);
    const stored = await call('PUT /api/inbox/review', { body: { every } });
    if (stored.ok) return;
    setChosen(before);
    setFailure(stored);
  }

  return (
    <div>
      <label className="grid items-center gap-x-4 gap-y-1 sm:grid-cols-[1fr_15rem]">
        <span>
          <span className="font-medium">Highlights</span>{' '}
          <span className="text-sm text-muted">to review, by email</span>
        </span>
        <Select value={before} onChange={({ target }) => void choose(target.value as ReviewMail['every'])}>
          {Object.entries(reviewChoices).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </label>
      {failure && <NotSavedNotice failure={failure} />}
    </div>
  );
}

const kinds: Record<SettableKind, { label: string; says: string }> = {
  reply: { label: 'Replies', says: 'to your comments' },
  mention: { label: 'Mentions', says: 'of you' },
  comment: { label: 'Comments', says: 'on your notes' },
  thread: { label: 'Threads', says: 'you follow' },
  person: { label: 'People', says: 'you follow' },
  tag: { label: 'Tags', says: 'you follow' },
  collection: { label: 'Collections', says: 'you follow' },
  search: { label: 'Searches', says: 'you saved' },
};

const ways: readonly { value: Delivery; label: string }[] = [
  { value: 'off', label: 'Off' },
  { value: 'inbox', label: 'Inbox' },
  { value: 'digest', label: 'Inbox and daily email' },
  { value: 'mail', label: 'Inbox and email straight away' },
];

/** How each kind of notification is delivered, and what the person follows and mutes. `children`: settings of other mails. */
export function NotificationSettings({ children }: { children?: ReactNode }) {
  const { user } = useSession();
  return (
    <div className="grid min-w-0 gap-6">
      {user ? <Ways verified={user.emailVerified === true} /> : <Loading what="Loading your settings" lines={6} />}
      {user && (
        <>
          {children}
          <ChosenList what="follow" />
          <ChosenList what="mute" />
          <div>
            <h2 className="mb-1! text-base! font-semibold">Saved searches</h2>
            <p className="m-0 text-sm text-muted">
              You’ll find them{' '}
              <a className="text-primary underline" href={paths.savedSearches}>
                on the search page
              </a>
              .
            </p>
          </div>
        </>
      )}
    </div>
  );
}

function Ways({ verified }: { verified: boolean }) {
  const { answer, retry } = useCall('GET /api/inbox/settings', {});
  const [chosen, setChosen] = useState<Partial<DeliverySettings>>({});
  const [failure, setFailure] = useState<Failure>();
  const [saved, setSaved] = useState(false);
  if (!answer) return <Loading what="Loading your settings" lines={6} />;
  if (!answer.ok) return <LoadFailure what="your settings" failure={answer} retry={retry} />;
  const settings = { ...answer.data, ...chosen };

  async function choose(kind: SettableKind, way: Delivery) {
    const before = settings[kind];
    setSaved(false);
    setFailure(undefined);
    setChosen((now) => ({ ...now, [kind]: way }));
    const stored = await call('PATCH /api/inbox/settings', { body: { [kind]: way } });
    if (stored.ok) return setSaved(true);
    setFailure(stored);
    setChosen((now) => ({ ...now, [kind]: before }));
  }

  return (
    <div>
      {!verified && (
        <Notice className="mb-3">
          <span className="text-pretty">
            <a className="font-medium text-primary underline" href={paths.settingsOf('email')}>
              Confirm your email address
            </a>{' '}
            to get email. Everything already arrives in your inbox.
          </span>
        </Notice>
      )}
      <div className="grid">
        {settableKinds.map((kind) => (
          <label
            key={kind}
            className="grid items-center gap-x-4 gap-y-1 border-line py-2.5 not-first:sm:border-t sm:grid-cols-[1fr_15rem]"
          >
            <span>
              <span className="font-medium">{kinds[kind].label}</span>{' '}
              <span className="text-sm text-muted">{kinds[kind].says}</span>
            </span>
            <Select value={settings[kind]} onChange={(event) => void choose(kind, event.target.value as Delivery)}>
              {ways.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          </label>
        ))}
      </div>
      <p className="mt-2 mb-0 text-sm text-muted">
        Moderators’ decisions about your own writing always reach you. The daily email goes out at 06:00 UTC.
      </p>
      <p role="status" className="m-0 text-sm text-primary">
        {saved ? 'Saved.' : ''}
      </p>
      {failure && (
        <Notice kind="danger">
          Couldn’t save: {failure.status === 0 ? 'the server couldn’t be reached.' : failure.problem.detail}
        </Notice>
      )}
    </div>
  );
}
