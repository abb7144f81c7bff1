import type { ContentsEntry } from '../../../notes/model/contents.ts';

/** The way to each part of a long note: folded above the text on a phone, beside it where there is room. */
export function Contents({ entries }: { entries: readonly ContentsEntry[] }) {
  return (
    <details className="toc">
      <summary>Contents</summary>
      <nav aria-label="Contents">
        {entries.map(({ id, html, below }) => (
          <a
            key={id}
            href={`#${id}`}
            className={below ? 'below' : undefined}
            dir="auto"
            dangerouslySetInnerHTML={{ __html: html }}
          />
        ))}
      </nav>
    </details>
  );
}
