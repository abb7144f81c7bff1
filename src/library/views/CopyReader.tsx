import { useRef, useState } from 'react';
import { send } from '../../platform/browser/api.ts';
import { useQuery, useSending } from '../../platform/browser/use-query.ts';
import { useSearch } from '../../platform/browser/use-browser.ts';
import { useSession } from '../../people/browser/calls.ts';
import { shortDate } from '../../platform/model/dates.ts';
import { hostOf } from '../../platform/model/url.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState, Loading, LoadFailure } from '../../ui/Loading.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { useHighlights } from '../browser/use-highlights.ts';
import { HighlightList } from './AllHighlights.tsx';
import { CopyArticle, type OwnCopy } from './CopyArticle.tsx';

/** The reading view of the copy that belongs to the user's own note (`?uuid=`). Nobody else gets it. */
export function CopyReader() {
  const search = useSearch();
  const uuid = new URLSearchParams(search).get('uuid');
  const { user } = useSession();
  const { answer, retry } = useQuery<OwnCopy>(uuid && user ? `/api/notes/${encodeURIComponent(uuid)}/copy` : undefined);
  const [renewed, setRenewed] = useState<OwnCopy>();
  if (search !== undefined && !uuid) {
    return (
      <div className="problem" role="alert">
        <h1>Which copy?</h1>
        <p>This link doesn’t say which copy to show. You’ll find all your copies in your library.</p>
        <p className="actions">
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
        <LoadFailure what="your copy" failure={answer} retry={retry} />
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
  const { busy, failure, send: sending } = useSending();

  async function renew() {
    const answer = await sending(() => send<OwnCopy>('PUT', `/api/notes/${uuid}/copy`));
    if (!answer?.ok) return;
    onRenewed(answer.data);
    const { former } = answer.data;
    if (!former) return;
    toasts.add({
      title: 'Page fetched again',
      icon: 'check',
      description: `Your copy from ${shortDate(former)} can be brought back.`,
      actions: [undoing(() => void bringBack(former))],
    });
  }

  /** The copy that it replaces becomes the former one, so an undo is the same call for that. */
  async function bringBack(at: string) {
    const answer = await sending(() => send<OwnCopy>('PUT', `/api/notes/${uuid}/copy/former`, { at }));
    if (!answer?.ok) return;
    onRenewed(answer.data);
    const { copy: now, former } = answer.data;
    const done = now?.at === at;
    toasts.add({
      title: done ? 'Brought back' : 'That copy is gone',
      icon: done ? 'check' : 'info',
      description: done ? 'It’s your copy again.' : 'Your copy stays as it is.',
      actions: done && former ? [undoing(() => void bringBack(former))] : [],
    });
  }

  const quiet = { size: copy ? 'xs' : 'sm', variant: 'outline', color: 'neutral' } as const;
  const renewal = (
    <Button {...(copy && quiet)} loading={busy} onClick={() => void renew()}>
      {copy ? 'Fetch the page again' : 'Save a copy'}
    </Button>
  );
  const former = own.former && (
    <Button {...quiet} onClick={() => own.former && void bringBack(own.former)}>
      Bring back your copy from {shortDate(own.former)}
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
              {former}
              <Button {...quiet} href={link} rel="noopener noreferrer">
                The original
              </Button>
            </>
          }
        >
          “{title}” links to {hostOf(link)}. A copy keeps the text for you, in case the page changes or disappears.
        </EmptyState>
        {notice}
        <LoneHighlights uuid={uuid} />
      </div>
    );
  }
  return (
    <CopyArticle
      own={{ ...own, copy }}
      renewal={
        <>
          {renewal}
          {former}
        </>
      }
      notice={notice}
    />
  );
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
