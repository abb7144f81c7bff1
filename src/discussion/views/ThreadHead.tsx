import { commentCount, type ThreadSort } from '../model/thread.ts';
import { Button } from '../../ui/Button.tsx';
import { useEffect, useEffectEvent, useRef } from 'react';

type Props = {
  count: number;
  /** Why a moderator has closed the thread. */
  locked: string | undefined;
  sort: ThreadSort;
  onComment: () => void;
  onSort: (sort: ThreadSort) => void;
};

const sorts: Record<ThreadSort, string> = { thread: 'Conversation', newest: 'Newest', best: 'Best' };

/** How much was said, the way to say something, and the order in which to read it. */
export function ThreadHead({ count, locked, sort: chosen, onComment, onSort }: Props) {
  return (
    <>
      <div className="thread-head">
        <h2 id="thread-title" tabIndex={-1}>
          {commentCount(count)}
        </h2>
        {locked !== undefined ? (
          <p className="thread-locked">A moderator has closed this thread: {locked}</p>
        ) : (
          <Button size="xs" variant="outline" color="neutral" onClick={onComment}>
            Comment
          </Button>
        )}
      </div>
      {count > 1 && (
        <div role="group" aria-label="Order" className="mt-3 flex flex-wrap gap-1">
          {(Object.keys(sorts) as ThreadSort[]).map((sort) => (
            <Button
              key={sort}
              size="2xs"
              variant={sort === chosen ? 'soft' : 'ghost'}
              color="neutral"
              aria-pressed={sort === chosen}
              onClick={() => onSort(sort)}
            >
              {sorts[sort]}
            </Button>
          ))}
        </div>
      )}
    </>
  );
}

/** What follows comes as one reads on; who moves by keys presses. */
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
