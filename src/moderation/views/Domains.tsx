import { useState, type SubmitEvent } from 'react';
import { call, useCall } from '../browser/calls.ts';
import { shortDate } from '../../platform/model/dates.ts';
import type { Entry } from '../model/entry.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Field } from '../../ui/forms/Field.tsx';
import { Input } from '../../ui/forms/Input.tsx';
import { askToDecide } from './DecideModal.tsx';
import { Panel } from './Panel.tsx';

/** The domains to which nobody may link, and the way to ban another. */
export function Domains() {
  const { answer, retry } = useCall('GET /api/moderation/domains', {});
  const [domain, setDomain] = useState('');

  function ban(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!domain.trim()) return;
    askToDecide({
      title: `Ban ${domain.trim()}?`,
      say: 'Nothing that links to it or to a host below it can be published. What is there stays.',
      yes: 'Ban',
      done: 'Banned',
      danger: true,
      decide: ({ reason }) =>
        call('POST /api/moderation/decisions', { body: { action: 'ban-domain', domain, reason } }),
      onDecided: () => {
        setDomain('');
        retry();
      },
    });
  }

  const lift = (entry: Entry) =>
    askToDecide({
      title: `Allow ${entry.domain} again?`,
      say: 'Links to it can be published again.',
      yes: 'Allow',
      done: 'Allowed again',
      decide: ({ reason }) =>
        call('POST /api/moderation/decisions', { body: { action: 'undo', entry: entry.id, reason } }),
      onDecided: retry,
    });

  return (
    <div className="grid gap-5">
      <form onSubmit={ban} className="flex flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1 basis-60">
          <Field label="Domain or address">
            {(control) => (
              <Input
                {...control}
                name="domain"
                inputMode="url"
                autoCapitalize="none"
                value={domain}
                onChange={(event) => setDomain(event.target.value)}
              />
            )}
          </Field>
        </div>
        <Button type="submit" size="md" color="danger" variant="outline" aria-haspopup="dialog">
          Ban
        </Button>
      </form>
      <Panel what="the banned domains" answer={answer} retry={retry}>
        {({ domains }) =>
          domains.length === 0 ? (
            <EmptyState>No domain is banned.</EmptyState>
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
                      {shortDate(entry.at)} · {entry.reason}
                    </span>
                  </span>
                  <Button size="xs" variant="ghost" color="neutral" aria-haspopup="dialog" onClick={() => lift(entry)}>
                    Allow again
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Panel>
    </div>
  );
}
