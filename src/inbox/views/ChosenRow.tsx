import { useState, type ReactNode } from 'react';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { NotChanged } from '../../ui/LoadFailure.tsx';

type Props = {
  children: ReactNode;
  /** What is chosen, for those who hear the button. */
  name: string;
  /** The button's words while it is chosen, and once it is not. */
  words: { end: string; again: string };
  choose: (on: boolean) => Promise<Answer<unknown>>;
};

/** Something that I chose, with a way to end it. The row stays, so that this can be taken back. */
export function ChosenRow({ children, name, words, choose }: Props) {
  const [on, setOn] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const said = on ? words.end : words.again;

  async function toggle() {
    setBusy(true);
    setFailure(undefined);
    const answer = await choose(!on);
    setBusy(false);
    if (answer.ok) setOn(!on);
    else setFailure(answer);
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
          className="flex-none"
          loading={busy}
          aria-label={`${said}: ${name}`}
          onClick={() => void toggle()}
        >
          {said}
        </Button>
      </div>
      {failure && <NotChanged failure={failure} />}
    </li>
  );
}

/** The name of what is chosen, which leads to it where it has a page. */
export function ChosenName({ name, path }: { name: string; path: string | null }) {
  return path === null ? (
    <bdi className="wrap-anywhere">{name}</bdi>
  ) : (
    <a href={path} dir="auto" className="inline-block py-1 wrap-anywhere hover:text-primary">
      {name}
    </a>
  );
}
