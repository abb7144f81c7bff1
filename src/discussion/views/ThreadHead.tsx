import { commentCount, type ThreadSort } from '../model/thread.ts';
import { Button } from '../../ui/Button.tsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import type { InModal } from '../../ui/modal/modal.ts';
import { localTimeWithSeconds } from '../../platform/browser/relative-time.ts';
import { useCall } from '../browser/calls.ts';
import { ThreadOrders } from './static/ThreadOrders.tsx';
import { DialogClose, DialogTitle } from '../../ui/Dialog.tsx';
import { Loaded } from '../../ui/Loading.tsx';

type Props = {
  count: number;
  /** Why a moderator has locked the thread. */
  locked: string | undefined;
  sort: ThreadSort;
  onComment: () => void;
  onSort: (sort: ThreadSort) => void;
};

/** How many comments there are, a button to write one, and their order. */
export function ThreadHead({ count, locked, sort, onComment, onSort }: Props) {
  return (
    <>
      <div className="thread-head">
        <h2 id="thread-title" tabIndex={-1}>
          {commentCount(count)}
        </h2>
        {locked !== undefined ? (
          <p className="thread-locked">A moderator has locked this thread: {locked}</p>
        ) : (
          <Button size="xs" variant="outline" color="neutral" onClick={onComment}>
            Comment
          </Button>
        )}
      </div>
      {count > 1 && <ThreadOrders {...{ sort, onSort }} />}
    </>
  );
}

/** The link to comments that are left out before a comment. */
export function EarlierComments({ load }: { load: () => void }) {
  return (
    <li className="thread-more">
      <Button size="sm" variant="outline" color="neutral" onClick={load}>
        Earlier comments
      </Button>
    </li>
  );
}

/** Loads more comments when it is scrolled into view; with a keyboard, it is pressed. */
export function MoreComments({ load }: { load: () => void }) {
  const place = useRef<HTMLParagraphElement>(null);
  const loadMore = useEffectEvent(load);
  useEffect(() => {
    const watch = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && loadMore(),
      { rootMargin: '400px' },
    );
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <p ref={place} className="thread-more">
      <Button variant="outline" color="neutral" onClick={load}>
        More comments
      </Button>
    </p>
  );
}

/** The versions of an edited comment, newest first. */
export function CommentHistory({ id }: { id: string } & InModal) {
  const { answer, retry } = useCall('GET /api/comments/{id}', { at: { id } });
  return (
    <>
      <DialogTitle>Earlier versions</DialogTitle>
      <DialogClose />
      <Loaded what="the earlier versions" lines={4} {...{ answer, retry }}>
        {({ comment, history }) => (
          <ol className="m-0 grid list-none gap-4 p-0">
            <Version title="Now" body={comment.body} />
            {history.map(({ body, until }) => (
              <Version key={until} title={`Until ${localTimeWithSeconds(until)}`} body={body} />
            ))}
          </ol>
        )}
      </Loaded>
    </>
  );
}

function Version({ title, body }: { title: string; body: string }) {
  return (
    <li className="grid gap-1">
      <span className="text-sm text-muted">{title}</span>
      <span dir="auto" className="rounded-md bg-sunken p-3 text-sm whitespace-pre-wrap wrap-anywhere">
        {body}
      </span>
    </li>
  );
}
