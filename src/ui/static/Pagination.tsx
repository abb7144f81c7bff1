type Props = { number: number; count: number } & (
  | { pathOf: (page: number) => string; onPage?: never }
  // For pages without addresses of their own.
  | { onPage: (page: number) => void; pathOf?: never }
);

/** Links to the pages of a list, newest first. Nothing if there is only one page. */
export function Pagination({ number, count, pathOf, onPage }: Props) {
  if (count < 2) return null;
  const pageLink = (page: number, rel: 'prev' | 'next', label: string) => {
    if (page < 1 || page > count) return <span />;
    return pathOf ? (
      <a className="button quiet" rel={rel} href={pathOf(page)}>
        {label}
      </a>
    ) : (
      <button type="button" className="button quiet" onClick={() => onPage(page)}>
        {label}
      </button>
    );
  };
  return (
    <nav className="pagination" aria-label="Pages">
      {pageLink(number - 1, 'prev', 'Newer')}
      {/* A single string: React separates several with comments. */}
      <span>{`Page ${number} of ${count}`}</span>
      {pageLink(number + 1, 'next', 'Older')}
    </nav>
  );
}
