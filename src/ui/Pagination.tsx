import { Button } from './Button.tsx';
import { pagesShown } from './pages-shown.ts';

type Props = {
  page: number;
  count: number;
  /** Address of a page. */
  href: (page: number) => string;
  /** Names the navigation, when a page has several. */
  label?: string;
};

/** The way through numbered pages. One page needs none. */
export function Pagination({ page, count, href, label = 'Pages' }: Props) {
  if (count < 2) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-between gap-2">
      <Step to={page > 1 ? href(page - 1) : undefined} rel="prev">
        Previous
      </Step>
      <ol className="m-0 flex list-none flex-wrap items-center gap-1 p-0 max-sm:hidden">
        {pagesShown(page, count).map((shown, index) => (
          <li key={shown === 'gap' ? `gap-${index}` : shown}>
            {shown === 'gap' ? (
              <span className="px-1 text-muted">…</span>
            ) : (
              <Button
                href={href(shown)}
                size="xs"
                variant={shown === page ? 'soft' : 'ghost'}
                color={shown === page ? 'primary' : 'neutral'}
                aria-current={shown === page ? 'page' : undefined}
                aria-label={`Page ${shown}`}
                className="min-w-9"
              >
                {shown}
              </Button>
            )}
          </li>
        ))}
      </ol>
      <span className="text-sm text-muted sm:hidden">
        Page {page} of {count}
      </span>
      <Step to={page < count ? href(page + 1) : undefined} rel="next">
        Next
      </Step>
    </nav>
  );
}

function Step({ to, rel, children }: { to: string | undefined; rel: 'prev' | 'next'; children: string }) {
  if (to === undefined) return <span aria-hidden="true" className="min-w-20" />;
  return (
    <Button href={to} rel={rel} size="xs" variant="outline" color="neutral" className="min-w-20">
      {children}
    </Button>
  );
}
