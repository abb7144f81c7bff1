import type { ThreadSort } from '../../model/thread.ts';

const sorts: Record<ThreadSort, string> = { thread: 'Conversation', newest: 'Newest', best: 'Best' };

/** The orders to choose from. The other orders come from the server, so they need scripts. */
export function ThreadOrders({ sort: chosen, onSort }: { sort: ThreadSort; onSort?: (sort: ThreadSort) => void }) {
  return (
    <div role="group" aria-label="Order" className="thread-orders with-scripts">
      {(Object.keys(sorts) as ThreadSort[]).map((sort) => (
        <button
          key={sort}
          type="button"
          className="button small"
          data-sort={sort}
          aria-pressed={sort === chosen}
          onClick={onSort && (() => onSort(sort))}
        >
          {sorts[sort]}
        </button>
      ))}
    </div>
  );
}
