import type { RefObject } from 'react';
import type { Highlights } from '../browser/use-highlights.ts';
import { Loading } from '../../ui/Loading.tsx';
import { HighlightRow } from './HighlightRow.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';

type Props = {
  own: Highlights;
  /** Those whose passage is no longer in the copy. */
  lost: ReadonlySet<string>;
  editing: string | undefined;
  onEdit: (id: string | undefined) => void;
  text: RefObject<HTMLElement | null>;
};

/** Everything highlighted in one copy, in the order of its text. */
export function HighlightList({ own, lost, editing, onEdit, text }: Props) {
  const { highlights, failure, retry } = own;
  return (
    <section aria-labelledby="highlights" lang="en" className="mt-12 border-t border-line pt-6">
      <h2 id="highlights" tabIndex={-1} className="m-0 text-lg! font-semibold">
        Your highlights
      </h2>
      {failure && !highlights && <LoadFailure failure={failure} retry={retry} />}
      {!failure && !highlights && <Loading what="Loading your highlights" lines={2} />}
      {highlights?.length === 0 && <p className="mt-2 mb-0 text-muted">None yet. Only you will see them.</p>}
      {highlights && highlights.length > 0 && (
        <ol className="m-0 list-none p-0">
          {highlights.map((highlight) => (
            <HighlightRow
              key={highlight.id}
              highlight={highlight}
              own={own}
              lost={lost.has(highlight.id)}
              editing={editing === highlight.id}
              onEdit={(on) => onEdit(on ? highlight.id : undefined)}
              onShow={() => {
                const mark = text.current?.querySelector<HTMLElement>(`mark[data-highlight="${highlight.id}"]`);
                mark?.scrollIntoView({ block: 'center' });
                mark?.focus({ preventScroll: true });
              }}
            />
          ))}
        </ol>
      )}
    </section>
  );
}
