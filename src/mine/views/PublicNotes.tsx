import { grouped } from '../../platform/model/counted.ts';
import { useEffect, useState } from 'react';
import { createPublishedSearch } from '../../search/browser/published-search.ts';
import type { Found, Hit } from '../../search/model/find.ts';
import { paths } from '../../platform/model/paths.ts';
import { highlighted, passageOf } from '../../search/model/passage.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Loading } from '../../ui/Loading.tsx';
import { MarkedText } from './ItemFacts.tsx';

/** How long typing must pause before a query is sent. */
const restMs = 180;

/** The public notes that match a query, from the files of the site; `found` is undefined if the search failed. */
type FoundPublicly = { query: string; found: Found | undefined };

let search: ReturnType<typeof createPublishedSearch> | undefined;
let onNewer: () => void = () => undefined;

/** The best public notes for a query; undefined without a query or while it is loading. The first query loads the index. */
export function usePublicNotes(query: string | undefined, count: number): FoundPublicly | undefined {
  const [notes, setNotes] = useState<FoundPublicly>();
  const [turn, setTurn] = useState(0);

  useEffect(() => {
    if (!query) return;
    let wanted = true;
    // Notes that are newer than the files arrive later.
    onNewer = () => setTurn((last) => last + 1);
    search ??= createPublishedSearch(({ changed }) => changed && onNewer());
    const timer = setTimeout(() => {
      void search?.(query, count)
        .catch(() => undefined)
        .then((found) => wanted && setNotes({ query, found }));
    }, restMs);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [query, count, turn]);

  return query !== undefined && notes?.query === query ? notes : undefined;
}

type Props = {
  query: string;
  notes: FoundPublicly | undefined;
  /** The uuids of the notes that are listed above. */
  own: ReadonlySet<string>;
  /** Whether only public notes are searched. */
  isOnlyPublic: boolean;
};

/** The public notes that match the same query, below the person's own. */
export function PublicNotes({ query, notes, own, isOnlyPublic }: Props) {
  const hits = (notes?.found?.hits ?? []).filter(({ note }) => isOnlyPublic || !own.has(note.uuid));
  const total = notes?.found?.total ?? 0;
  if (!isOnlyPublic && hits.length === 0) return null;
  return (
    <section aria-labelledby="public-notes" className={isOnlyPublic ? undefined : 'mt-8'}>
      <h2 id="public-notes" tabIndex={-1} className="m-0 mb-2 text-[1.0625rem]!">
        Public notes
      </h2>
      {isOnlyPublic && query === '' && <EmptyState>Type something to search the public notes.</EmptyState>}
      {isOnlyPublic && query !== '' && !notes && <Loading what="Searching the public notes" lines={4} />}
      {isOnlyPublic && notes?.found && hits.length === 0 && (
        <EmptyState>No public note matches. Try fewer words.</EmptyState>
      )}
      {isOnlyPublic && notes && !notes.found && (
        <EmptyState>Public notes can’t be searched right now. Try again in a moment.</EmptyState>
      )}
      <ul className="m-0 list-none p-0">
        {hits.map((hit) => (
          <PublicNote key={hit.note.uuid} hit={hit} />
        ))}
      </ul>
      {total > hits.length && hits.length > 0 && (
        <Button size="sm" variant="outline" color="neutral" className="mt-3" href={paths.searchFor(query)}>
          {`All ${grouped(total)} public notes`}
        </Button>
      )}
    </section>
  );
}

function PublicNote({ hit: { note, terms } }: { hit: Hit }) {
  return (
    <li className="relative -mx-2 grid gap-0.5 border-b border-line px-2 py-2">
      <a
        href={note.path}
        dir="auto"
        className="font-display text-[1.0625rem] leading-6 font-semibold wrap-anywhere outline-none after:absolute after:inset-0 hover:text-primary focus-visible:after:rounded-md focus-visible:after:outline-2 focus-visible:after:-outline-offset-1 focus-visible:after:outline-primary"
      >
        {note.title}
      </a>
      <p className="m-0 flex max-w-none min-w-0 gap-x-3 text-sm text-muted">
        {note.host && <span className="max-w-1/2 flex-none truncate">{note.host}</span>}
        <span dir="auto" className="min-w-0 truncate">
          by {note.author}
        </span>
        <span className="flex-none">{note.minutes} min</span>
      </p>
      <p dir="auto" className="m-0 line-clamp-2 max-w-none text-sm text-muted">
        <Badge size="sm" className="me-2 align-[1px]">
          Public
        </Badge>
        <MarkedText pieces={highlighted(passageOf(note.text, terms) ?? note.excerpt, terms)} />
      </p>
    </li>
  );
}
