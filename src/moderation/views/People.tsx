import { useState, type SubmitEvent } from 'react';
import { call, useCall } from '../browser/calls.ts';
import { type Failure, sentenceFor } from '../../platform/browser/api.ts';
import { focusOn } from '../../platform/browser/use-browser.ts';
import { toasts } from '../../ui/toasts/toasts.ts';
import { paths } from '../../platform/model/paths.ts';
import type { Role } from '../../people/model/user.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Field, Input, Select } from '../../ui/forms/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loaded } from '../../ui/Loading.tsx';

/** The moderators and, for owners, a form to appoint others. */
export function People({ mayAppoint }: { mayAppoint: boolean }) {
  const { answer, retry } = useCall('GET /api/moderation/people', {});
  const [failure, setFailure] = useState<Failure>();

  async function appoint(handle: string, role: Role): Promise<boolean> {
    setFailure(undefined);
    const put = await call('PUT /api/moderation/people/{handle}', { at: { handle }, body: { role } });
    if (!put.ok) {
      setFailure(put);
      return false;
    }
    toasts.add({ title: `@${handle} is now ${role === 'owner' ? 'an' : 'a'} ${role}`, icon: 'check' });
    retry();
    return true;
  }

  /** The reloaded list no longer has this person's button, so the heading gets the focus. */
  async function takeBack(handle: string) {
    if (await appoint(handle, 'member')) focusOn('moderation');
  }

  return (
    <div className="grid gap-5">
      {mayAppoint && <Appoint appoint={appoint} />}
      {failure && <Notice kind="danger">{sentenceFor(failure, new Date())}</Notice>}
      <Loaded what="the moderators" answer={answer} retry={retry}>
        {({ people }) => (
          <ul className="m-0 list-none p-0">
            {people.map((person) => (
              <li
                key={person.id}
                className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line py-3 first:border-t-0"
              >
                <span className="min-w-0">
                  <a className="hover:text-primary" href={paths.person(person.handle)}>
                    {person.name}{' '}
                    <span className="text-muted">
                      <bdi>@{person.handle}</bdi>
                    </span>
                  </a>{' '}
                  <Badge color="primary">{person.role}</Badge>
                </span>
                {mayAppoint && (
                  <Button
                    size="xs"
                    variant="ghost"
                    color="neutral"
                    className="-mx-3"
                    aria-label={`Remove @${person.handle} as ${person.role}`}
                    onClick={() => void takeBack(person.handle)}
                  >
                    Remove
                  </Button>
                )}
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </div>
  );
}

function Appoint({ appoint }: { appoint: (handle: string, role: Role) => Promise<boolean> }) {
  const [handle, setHandle] = useState('');
  const [role, setRole] = useState<Role>('moderator');
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const named = handle.trim().replace(/^@/, '');
    if (!named || busy) return;
    setBusy(true);
    if (await appoint(named, role)) setHandle('');
    setBusy(false);
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-3">
      <div className="min-w-0 flex-1 basis-48">
        <Field label="Handle">
          {(control) => (
            <Input
              {...control}
              name="handle"
              autoCapitalize="none"
              value={handle}
              onChange={(event) => setHandle(event.target.value)}
            />
          )}
        </Field>
      </div>
      <div className="basis-40">
        <Field label="Role">
          {(control) => (
            <Select {...control} value={role} onChange={(event) => setRole(event.target.value as Role)}>
              <option value="moderator">Moderator</option>
              <option value="owner">Owner</option>
            </Select>
          )}
        </Field>
      </div>
      <Button type="submit" loading={busy}>
        Appoint
      </Button>
    </form>
  );
}
