import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Copy } from '../../capture/model/capture.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { hostOf } from '../../platform/model/url.ts';
import { paths } from '../../platform/model/paths.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { DownloadButton } from '../../people/views/DownloadButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Loading } from '../../ui/Loading.tsx';
import type { ReadingPlace } from '../model/reading-list.ts';
import { CopyPlace } from './CopyPlace.tsx';
import { HighlightedText } from './HighlightedText.tsx';
import { trackPosition, offerPosition, offerShare } from '../browser/reading-position.ts';
import { showReadingLook } from '../browser/reading-look.ts';
import { keepProgress } from '../browser/saving.ts';
import { call } from '../browser/calls.ts';

/** `former`: when the copy was made that this one replaced. A stored answer may lack it. */
export type OwnCopy = { uuid: string; title: string; link: string; copy: Copy | null; former?: string | null };

const Listen = lazy(() => import('./Listen.tsx').then(({ Listen: view }) => ({ default: view })));

type ArticleProps = { own: OwnCopy & { copy: Copy }; renewal: ReactNode; notice: ReactNode };

/** The buttons look like those of a note. */
const quiet = { size: 'xs', variant: 'outline', color: 'neutral' } as const;

/** The copy of a page, to read. `renewal`: the buttons that change the copy. */
export function CopyArticle({ own: { uuid, title, copy }, renewal, notice }: ArticleProps) {
  const { facts, html, minutes, at } = copy;
  const article = useRef<HTMLElement>(null);
  const listen = useRef<HTMLButtonElement>(null);
  const { isLoading, place, setPlace } = useProgress(article, uuid);
  const placing = { note: { uuid, title }, isLoading, place, onPlace: setPlace };
  const [listened, setListened] = useState<HTMLElement | null>(null);
  return (
    <article ref={article} className="note" lang={facts.language || undefined}>
      <header className="note-head">
        <p className="note-state" lang="en">
          Your copy of the page from <time dateTime={at}>{shortDate(at)}</time>. Only you can read it.
        </p>
        <p className="note-source">
          <a href={copy.url} rel="noopener noreferrer">
            {facts.site || hostOf(copy.url)} <span aria-hidden="true">↗</span>
          </a>
        </p>
        <h1 dir="auto">{facts.title || title}</h1>
        <p className="note-byline">
          {facts.author && <bdi>{facts.author}</bdi>}
          <span>{minutes} min read</span>
        </p>
        <div className="note-acts print:hidden" lang="en">
          <CopyPlace {...placing} />
          <Button {...quiet} aria-label="Text size and width" onClick={showReadingLook}>
            Aa
          </Button>
          <Button
            {...quiet}
            ref={listen}
            aria-expanded={listened !== null}
            onClick={() =>
              setListened(listened ? null : (article.current?.querySelector<HTMLElement>('.prose') ?? null))
            }
          >
            Listen
          </Button>
        </div>
      </header>
      <HighlightedText key={at} uuid={uuid} html={html} />
      {listened && (
        <Boundary>
          <Suspense fallback={<Loading what="Loading the reader" lines={1} />}>
            <Listen
              uuid={uuid}
              title={facts.title || title}
              language={facts.language}
              text={listened}
              onClose={() => {
                setListened(null);
                listen.current?.focus();
              }}
            />
          </Suspense>
        </Boundary>
      )}
      <footer className="mt-10 grid gap-3 border-t border-line pt-5 print:hidden" lang="en">
        <div className="note-acts mt-0">
          <CopyPlace {...placing} />
          <Button {...quiet} href={paths.item(uuid)}>
            Your note
          </Button>
          <Button {...quiet} href={copy.url} rel="noopener noreferrer">
            The original
          </Button>
          <DownloadButton size="xs" href={`/api/books/${uuid}`}>
            Book for e-readers (EPUB)
          </DownloadButton>
          <Button {...quiet} onClick={() => print()}>
            Print
          </Button>
          {renewal}
        </div>
        {notice}
      </footer>
    </article>
  );
}

/**
 * Offers to continue where the user stopped on any device, and stores their progress with the account. Returns the place
 * of the note in their reading list.
 */
function useProgress(article: RefObject<HTMLElement | null>, uuid: string) {
  const [isLoading, setLoading] = useState(true);
  const [place, setPlace] = useState<ReadingPlace | null>();
  useEffect(() => {
    let isCurrent = true;
    void call('GET /api/notes/{uuid}/marks', { at: { uuid } }).then((answer) => {
      const text = article.current;
      if (!isCurrent || !text) return;
      setLoading(false);
      if (answer.ok) setPlace(answer.data.saved);
      // Without an answer, only this device knows where the user stopped.
      if (answer.ok && answer.data.progress > 0) offerShare(text, answer.data.progress);
      else offerPosition(text, uuid);
      if (answer.ok)
        keepProgress(text, uuid, answer.data.progress, (read) => setPlace((now) => now && placeAt(now, read)));
      trackPosition(text, uuid);
    });
    return () => {
      isCurrent = false;
    };
  }, [article, uuid]);
  return { isLoading, place, setPlace };
}

/** The place of a note once it is read this far: then a note to read is being read. */
const placeAt = (place: ReadingPlace, progress: number): ReadingPlace => ({
  ...place,
  progress,
  state: place.state === 'toread' ? 'reading' : place.state,
});
