import type { ReactNode } from 'react';
import type { Paging } from '../platform/browser/use-query.ts';
import { Button } from './Button.tsx';
import { Loading } from './Loading.tsx';
import { Notice } from './Notice.tsx';

type Props = {
  /** What the list has: `your notes`. */
  of: string;
  paging: Paging;
  /** Whether anything stands above. */
  any: boolean;
  /** What the way to more says. */
  more: string;
  /** What stands here where there is nothing. */
  children: ReactNode;
};

/** The end of a list that comes page after page: what is on its way, why it did not come, the way to more, or nothing. */
export function ListEnd({ of, paging: { busy, failure, more, load }, any, more: words, children }: Props) {
  if (busy) return <Loading what={`Loading ${of}`} lines={any ? 2 : 6} />;
  if (failure) {
    return (
      <Notice kind="danger" title={`${of[0]?.toUpperCase()}${of.slice(1)} couldn’t be loaded`}>
        <span>{failure.status === 0 ? 'The server couldn’t be reached.' : failure.problem.detail}</span>
        <Button size="xs" variant="outline" color="neutral" className="justify-self-start" onClick={load}>
          Try again
        </Button>
      </Notice>
    );
  }
  if (!more) return any ? null : children;
  return (
    <Button variant="outline" color="neutral" className="mt-4 justify-self-start" onClick={load}>
      {words}
    </Button>
  );
}
