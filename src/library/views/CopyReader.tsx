import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { send, type Failure } from '../../platform/browser/api.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import { useSearch } from '../../platform/browser/use-browser.ts';
import { useSession } from '../../people/browser/calls.ts';
import type { Copy } from '../../capture/model/capture.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { hostOf } from '../../platform/model/url.ts';
import { paths } from '../../platform/model/paths.ts';
import { Boundary } from '../../ui/Boundary.tsx';
import { DownloadButton } from '../../people/views/DownloadButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Loading, LoadFailure } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { HighlightedText } from './HighlightedText.tsx';
import { trackPosition, offerPosition, offerShare } from '../browser/reading-position.ts';
import { showReadingLook } from '../browser/reading-look.ts';
import { keepProgress } from '../browser/saving.ts';
import { call } from '../browser/calls.ts';
import { useHighlights } from '../browser/use-highlights.ts';
import { HighlightList } from './AllHighlights.tsx';

type OwnCopy = { uuid: string; title: string; link: string; copy: Copy | null };

const Listen = lazy(() => import('./Listen.tsx').then(({ Listen: view }) => ({ default: view })));

/** The reading view of the copy that belongs to the user's own note (`?uuid=`). Nobody else gets it. */
export function CopyReader() {
  const search = useSearch();
  const uuid = new URLSearchParams(search).get('uuid');
  const { user } = useSession();
  const { answer, retry } = useQuery<OwnCopy>(uuid && user ? `/api/notes/${encodeURIComponent(uuid)}/copy` : undefined);
  const [renewed, setRenewed] = useState<OwnCopy>();
  if (search !== undefined && !uuid) {
    return (
      <div className="page-head">
        <h1>Which copy?</h1>
        <p>This link doesn’t say which copy to show. You’ll find all your copies in your library.</p>
        <p>
          <Button href={paths.user}>Your library</Button>
        </p>
      </div>
    );
  }
  if (!answer && !renewed) return <Loading what="Loading your copy" lines={8} />;
  if (answer && !answer.ok) {
    return (
      <div className="note">
        <h1 className="sr-only">Your copy</h1>
        <LoadFailure failure={answer} retry={retry} />
        <p className="mt-4">
          <Button variant="outline" color="neutral" href={paths.user}>
            Your library
          </Button>
        </p>
      </div>
    );
  }
  const own = renewed ?? (answer?.ok ? answer.data : undefined);
  return own && <Shown own={own} onRenewed={setRenewed} />;
}

function Shown({ own, onRenewed }: { own: OwnCopy; onRenewed: (own: OwnCopy) => void }) {
  const { uuid, title, link, copy } = own;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  async function renew() {
    setBusy(true);
    setFailure(undefined);
    const answer = await send<OwnCopy>('PUT', `/api/notes/${uuid}/copy`);
    setBusy(false);
    if (answer.ok) onRenewed(answer.data);
    else setFailure(answer);
  }

  const renewal = (
    <Button size="sm" variant="outline" color="neutral" loading={busy} onClick={() => void renew()}>
      {copy ? 'Fetch the page again' : 'Save a copy now'}
    </Button>
  );
  const notice = failure && <Notice kind="danger">{failure.problem.detail || failure.problem.title}</Notice>;
  if (!copy) {
    return (
      <div className="note">
        <h1 className="sr-only">Your copy</h1>
        <EmptyState
          title={<h2>There’s no copy of this page</h2>}
          actions={
            <>
              {renewal}
              <Button size="sm" variant="outline" color="neutral" href={link} rel="noopener noreferrer">
                The original
              </Button>
            </>
          }
        >
          “{title}” links to {hostOf(link)}. A copy keeps the text for you, should the page change or go.
        </EmptyState>
        {notice}
        <LoneHighlights uuid={uuid} />
      </div>
    );
  }
  return <Article own={{ ...own, copy }} renewal={renewal} notice={notice} />;
}

type ArticleProps = { own: OwnCopy & { copy: Copy }; renewal: ReactNode; notice: ReactNode };

function Article({ own: { uuid, title, copy }, renewal, notice }: ArticleProps) {
  const { facts, html, minutes, at } = copy;
  const article = useRef<HTMLElement>(null);
  const listen = useRef<HTMLButtonElement>(null);
  useProgress(article, uuid);
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
        <p className="-ms-3 mt-2 mb-0 flex flex-wrap gap-1 print:hidden" lang="en">
          <Button size="xs" variant="ghost" onClick={showReadingLook}>
            Text size and width
          </Button>
          <Button
            size="xs"
            variant="ghost"
            ref={listen}
            aria-expanded={listened !== null}
            onClick={() =>
              setListened(listened ? null : (article.current?.querySelector<HTMLElement>('.prose') ?? null))
            }
          >
            Listen
          </Button>
        </p>
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
        <div className="flex flex-wrap gap-2">
          <Button size="sm" variant="outline" color="neutral" href={paths.item(uuid)}>
            Your note
          </Button>
          <Button size="sm" variant="outline" color="neutral" href={copy.url} rel="noopener noreferrer">
            The original
          </Button>
          <DownloadButton size="sm" href={`/api/books/${uuid}`}>
            For an e-reader (EPUB)
          </DownloadButton>
          <Button size="sm" variant="outline" color="neutral" onClick={() => print()}>
            Print
          </Button>
          {renewal}
        </div>
        {notice}
      </footer>
    </article>
  );
}

/** Offers to continue where the user stopped on any device, and stores their progress with the account. */
function useProgress(article: RefObject<HTMLElement | null>, uuid: string): void {
  useEffect(() => {
    let isCurrent = true;
    void call('GET /api/notes/{uuid}/marks', { at: { uuid } }).then((answer) => {
      const text = article.current;
      if (!isCurrent || !text) return;
      // Without an answer, only this device knows where the user stopped.
      if (answer.ok && answer.data.progress > 0) offerShare(text, answer.data.progress);
      else offerPosition(text, uuid);
      if (answer.ok) keepProgress(text, uuid, answer.data.progress);
      trackPosition(text, uuid);
    });
    return () => {
      isCurrent = false;
    };
  }, [article, uuid]);
}

/** Imported highlights of a page without a copy. Shows nothing if there are none. */
function LoneHighlights({ uuid }: { uuid: string }) {
  const own = useHighlights(uuid);
  const text = useRef<HTMLElement>(null);
  const [editing, setEditing] = useState<string>();
  const ids = own.highlights?.map(({ id }) => id) ?? [];
  if (ids.length === 0) return null;
  return <HighlightList own={own} lost={new Set(ids)} editing={editing} onEdit={setEditing} text={text} />;
}
