import { call, useCall } from '../browser/calls.ts';
import { forgetMutes } from '../browser/mutes-kept.ts';
import type { Follow, Mute } from '../model/follow.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { ChosenName, ChosenRow } from './ChosenRow.tsx';

const words = {
  follow: {
    title: 'What you follow',
    none: 'Nothing yet. People, tags and threads have a Follow button.',
    end: 'Unfollow',
    again: 'Follow again',
  },
  mute: {
    title: 'What you mute',
    none: 'Nothing. What you mute is out of your lists, threads and inbox, and nobody is told.',
    end: 'Unmute',
    again: 'Mute again',
  },
} as const;

/** What I follow or mute, each with a way to end it, and to take that back. */
export function ChosenList({ what }: { what: 'follow' | 'mute' }) {
  const { answer, retry } = useCall(`GET /api/${what}s`, {});
  const { title, none } = words[what];
  const chosen: (Follow | Mute)[] = answer?.ok
    ? 'follows' in answer.data
      ? answer.data.follows
      : answer.data.mutes
    : [];
  return (
    <div>
      <h2 className="mb-1! text-base! font-semibold">{title}</h2>
      {!answer && <Loading what={`Loading what you ${what}`} lines={2} />}
      {answer && !answer.ok && (
        <p className="m-0 text-sm text-danger">
          It could not be loaded.{' '}
          <Button size="xs" variant="ghost" onClick={retry}>
            Try again
          </Button>
        </p>
      )}
      {answer?.ok && chosen.length === 0 && <p className="m-0 text-sm text-muted">{none}</p>}
      <ul className="m-0 list-none p-0">
        {chosen.map((one) => (
          <Chosen key={`${one.kind}:${one.id}`} one={one} what={what} />
        ))}
      </ul>
    </div>
  );
}

function Chosen({ one, what }: { one: Follow | Mute; what: 'follow' | 'mute' }) {
  const { kind, id, name, path } = one;

  async function choose(on: boolean) {
    const answer = await call(`${on ? 'PUT' : 'DELETE'} /api/${what}s/{kind}/{id}`, { at: { kind, id } });
    if (what === 'mute') forgetMutes();
    return answer;
  }

  return (
    <ChosenRow name={name} words={words[what]} choose={choose}>
      <ChosenName name={name} path={path} />
      {kind === 'thread' && <span className="text-sm text-muted"> thread</span>}
    </ChosenRow>
  );
}
