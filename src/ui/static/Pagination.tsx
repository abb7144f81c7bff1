type Props = { number: number; count: number } & (
  | { pathOf: (page: number) => string; onPage?: never }
  // Where the pages have no address of their own.
  | { onPage: (page: number) => void; pathOf?: never }
);

/** Leads through the pages of a list, the newest first. Nothing where there is one page. */
export function Pagination({ number, count, pathOf, onPage }: Props) {
  if (count < 2) return null;
  const way = (page: number, rel: 'prev' | 'next', words: string) => {
    if (page < 1 || page > count) return <span />;
    return pathOf ? (
      <a className="button quiet" rel={rel} href={pathOf(page)}>
        {words}
      </a>
    ) : (
      <button type="button" className="button quiet" onClick={() => onPage(page)}>
        {words}
      </button>
    );
  };
  return (
    <nav className="pagination" aria-label="Pages">
      {way(number - 1, 'prev', 'Newer')}
      {/* One text: of several, React marks each where it begins. */}
      <span>{`Page ${number} of ${count}`}</span>
      {way(number + 1, 'next', 'Older')}
    </nav>
  );
}
