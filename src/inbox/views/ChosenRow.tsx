import { useState, type ReactNode } from 'react';
import type { Answer } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { LoadFailure, Loading, NotSavedNotice } from '../../ui/Loading.tsx';
import { call, useCall } from '../browser/calls.ts';
import { forgetMutes } from '../browser/mutes-kept.ts';
import type { Follow, Mute } from '../model/follow.ts';
import { useSending } from '../../platform/browser/use-query.ts';

const words = {
  follow: {
    title: 'What you follow',
    none: 'You don’t follow anything yet. Look for “Follow” on people, tags, threads and collections.',
    end: 'Unfollow',
    again: 'Follow again',
  },
  mute: {
    title: 'What you mute',
    none: 'You haven’t muted anything. Muted people, tags and sites disappear from your lists, threads and inbox, and nobody is told.',
    end: 'Unmute',
    again: 'Mute again',
  },
} as const;

/** The things that the person follows or mutes, each with a button to stop that, and to undo it. */
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
      {answer && !answer.ok && <LoadFailure what={`what you ${what}`} failure={answer} retry={retry} />}
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

type Props = {
  children: ReactNode;
  /** The name, for the button's accessible label. */
  name: string;
  /** The button's label while the thing is chosen, and after it was removed. */
  words: { end: string; again: string };
  choose: (on: boolean) => Promise<Answer<unknown>>;
};

/** Something chosen, with a button to remove it. The row stays, so that this can be undone. */
export function ChosenRow({ children, name, words, choose }: Props) {
  const [on, setOn] = useState(true);
  const { busy, failure, send } = useSending();
  const label = on ? words.end : words.again;

  async function toggle() {
    const answer = await send(() => choose(!on));
    if (answer?.ok) setOn(!on);
  }

  return (
    <li className="border-t border-line py-1 first:border-t-0">
      <div className="flex items-center justify-between gap-3">
        <span className={on ? 'min-w-0' : 'min-w-0 text-muted line-through'} dir="auto">
          {children}
        </span>
        <Button
          size="xs"
          variant="ghost"
          color="neutral"
          className="-me-3 flex-none"
          loading={busy}
          aria-label={`${label}: ${name}`}
          onClick={() => void toggle()}
        >
          {label}
        </Button>
      </div>
      {failure && <NotSavedNotice failure={failure} />}
    </li>
  );
}

/** The name of something chosen, as a link if it has a page. */
export function ChosenName({ name, path }: { name: string; path: string | null }) {
  return path === null ? (
    <bdi className="wrap-anywhere">{name}</bdi>
  ) : (
    <a href={path} dir="auto" className="inline-block py-1 wrap-anywhere hover:text-primary">
      {name}
    </a>
  );
}
