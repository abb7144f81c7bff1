import type { ReactNode } from 'react';
import type { Answer } from '../../platform/browser/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';

type Props<T> = {
  what: string;
  answer: Answer<T> | undefined;
  retry: () => void;
  children: (data: T) => ReactNode;
};

/** What one call answers: while it is under way, when it failed, and what it brought. */
export function Panel<T>({ what, answer, retry, children }: Props<T>) {
  if (!answer) return <Loading what={`Loading ${what}`} lines={5} />;
  if (answer.ok) return children(answer.data);
  return (
    <Notice kind="danger" title={`Couldn’t load ${what}`}>
      <span>{answer.status === 0 ? 'The server couldn’t be reached.' : answer.problem.detail}</span>
      <Button size="xs" variant="outline" color="neutral" className="mt-1 justify-self-start" onClick={retry}>
        Try again
      </Button>
    </Notice>
  );
}
