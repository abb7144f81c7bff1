import type { RefObject } from 'react';
import { cn } from '../../ui/cn.ts';
import { hostOf } from '../../platform/model/url.ts';
import { paths } from '../../platform/model/paths.ts';
import { DownloadButton } from '../../people/views/DownloadButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, ListEnd, Loading, LoadFailure } from '../../ui/Loading.tsx';
import { useCallPages } from '../browser/calls.ts';
import type { Highlights } from '../browser/use-highlights.ts';
import { HighlightRow } from './HighlightRow.tsx';

/** All highlights of the user, copy by copy, and their export. */
export function AllHighlights() {
  const { pages, paging } = useCallPages('GET /api/highlights', {});
  const copies = pages.flatMap((page) => page.copies);
  return (
    <section aria-labelledby="all-highlights" className="grid gap-4">
      <h1 id="all-highlights" className="m-0!">
        Highlights
      </h1>
      {copies.length > 0 && (
        <p className="m-0 flex flex-wrap gap-2">
          <Button size="xs" href={paths.review}>
            Review
          </Button>
          <DownloadButton size="xs" href="/api/export?format=highlights">
            Download Markdown
          </DownloadButton>
          <DownloadButton size="xs" href="/api/export?format=highlights-csv">
            Download CSV
          </DownloadButton>
        </p>
      )}
      {copies.map(({ uuid, title, link, highlights }) => (
        <article key={uuid} aria-labelledby={`copy-${uuid}`} className="grid gap-3 pt-2">
          <h2
            id={`copy-${uuid}`}
            dir="auto"
            className="m-0! font-display text-xl! font-semibold text-balance wrap-anywhere"
          >
            <a href={paths.copy(uuid)} className="hover:text-primary">
              {title}
            </a>
            <span className="block font-sans text-sm font-normal text-faint">{hostOf(link)}</span>
          </h2>
          <ul className="m-0 grid list-none gap-4 p-0">
            {highlights.map(({ id, quote, comment }) => (
              <li key={id} className="border-s-3 border-primary ps-3">
                <blockquote dir="auto" className="m-0 font-serif whitespace-pre-line wrap-anywhere">
                  {quote}
                </blockquote>
                {comment !== '' && (
                  <p dir="auto" className="mt-1 mb-0 text-[0.9375rem] whitespace-pre-line text-muted wrap-anywhere">
                    {comment}
                  </p>
                )}
              </li>
            ))}
          </ul>
        </article>
      ))}
      <ListEnd of="your highlights" paging={paging} any={copies.length > 0} more="Show more">
        <EmptyState actions={<Button href={paths.write}>Save a link</Button>}>
          No highlights yet. Save a link, open your copy of the page, and select a passage to highlight it.
        </EmptyState>
      </ListEnd>
    </section>
  );
}

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
    <section
      aria-labelledby="highlights"
      lang="en"
      className={cn('mt-12 border-t border-line pt-6', highlights?.length === 0 && 'print:hidden')}
    >
      <h2 id="highlights" tabIndex={-1} className="m-0 text-lg! font-semibold">
        Your highlights
      </h2>
      {failure && !highlights && <LoadFailure what="your highlights" failure={failure} retry={retry} />}
      {!failure && !highlights && <Loading what="Loading your highlights" lines={2} />}
      {highlights?.length === 0 && (
        <p className="mt-2 mb-0 text-muted">
          No highlights yet. Select a passage above to make one. Only you see them.
        </p>
      )}
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
