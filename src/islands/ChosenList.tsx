import { useState } from 'react';
import { send } from '../client/api.ts';
import { forgetMutes } from '../client/mutes-kept.ts';
import { useAnswer } from '../client/use-answer.ts';
import type { Follow, Mute } from '../domain/follow.ts';
import { Button } from '../ui/Button.tsx';
import { Loading } from '../ui/Loading.tsx';

type Answer = { follows?: Follow[]; mutes?: Mute[] };

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
  const { answer, again } = useAnswer<Answer>(`/api/${what}s`);
  const { title, none } = words[what];
  const chosen = answer?.ok ? (answer.data.follows ?? answer.data.mutes ?? []) : [];
  return (
    <div>
      <h2 className="mb-1! text-base! font-semibold">{title}</h2>
      {!answer && <Loading what={`Loading what you ${what}`} lines={2} />}
      {answer && !answer.ok && (
        <p className="m-0 text-sm text-danger">
          It could not be loaded.{' '}
          <Button size="xs" variant="ghost" onClick={again}>
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
  const [stage, setStage] = useState<'on' | 'off' | 'busy' | 'failed'>('on');
  const { end, again } = words[what];
  const off = stage === 'off';

  const said = stage === 'failed' ? 'Failed. Try again' : off ? again : end;

  async function toggle() {
    setStage('busy');
    const answer = await send(off ? 'PUT' : 'DELETE', `/api/${what}s/${one.kind}/${encodeURIComponent(one.id)}`);
    if (what === 'mute') forgetMutes();
    setStage(answer.ok ? (off ? 'on' : 'off') : 'failed');
  }

  return (
    <li className="flex items-center justify-between gap-3 border-t border-line py-1 first:border-t-0">
      <span className={off ? 'min-w-0 text-muted line-through' : 'min-w-0'} dir="auto">
        {one.path ? (
          <a href={one.path} className="inline-block py-1 wrap-anywhere hover:text-primary">
            {one.name}
          </a>
        ) : (
          one.name
        )}
        {one.kind === 'thread' && <span className="text-sm text-muted"> thread</span>}
      </span>
      <Button
        size="xs"
        variant="ghost"
        color="neutral"
        loading={stage === 'busy'}
        aria-label={`${said}: ${one.name}`}
        onClick={() => void toggle()}
      >
        {said}
      </Button>
    </li>
  );
}
