import { useEffect, useState, type ReactNode } from 'react';
import { sentenceFor } from '../../platform/browser/api.ts';
import { useCall, call } from '../browser/calls.ts';
import { fieldsFromQuery, fieldsOf } from '../browser/note-fields.ts';
import { useSearch } from '../../platform/browser/use-browser.ts';
import { draftKey, keptDrafts, newDraftId, useDraftStart, type Draft } from '../browser/drafts.ts';
import { unsentDraftOf } from '../browser/use-note-editor.ts';
import { unsentNow } from '../../people/browser/outbox.ts';
import { useSession } from '../../people/browser/calls.ts';
import type { Note } from '../../notes/model/note.ts';
import { Loading, LoadFailure } from '../../ui/Loading.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { NoteEditor } from './NoteEditor.tsx';
import { NoteHistory } from './NoteHistory.tsx';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { Imported, ImportedValue } from '../../notes/model/details.ts';
import { localTime } from '../../platform/browser/relative-time.ts';
import { paths } from '../../platform/model/paths.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { toasts, undoFailed, undoing } from '../../ui/toasts/toasts.ts';
import type { StoredDraft } from '../model/draft.ts';

/** Writes a note, or edits the one that `?uuid=` names. `?url=&title=&text=` fills in a new one. */
export const NoteForm = bounded(function NoteForm() {
  const search = useSearch();
  const { user } = useSession();
  const uuid = new URLSearchParams(search).get('uuid');
  const body =
    search === undefined || !user ? (
      <Loading what="Loading the editor" lines={6} />
    ) : uuid ? (
      <Existing key={uuid} uuid={uuid} userId={user.id} />
    ) : (
      <New search={search} userId={user.id} />
    );
  return (
    <section className="mx-auto max-w-(--column) lg:has-data-preview:max-w-none">
      <header className="page-head py-[clamp(1.25rem,3vw,2rem)] [:has(#saved)>&]:hidden">
        <h1>{uuid ? 'Edit note' : 'New note'}</h1>
      </header>
      {body}
    </section>
  );
});

function New({ search, userId }: { search: string; userId: string }) {
  const blank = fieldsFromQuery(search);
  const named = new URLSearchParams(search).get('draft');
  const filled = Boolean(blank.url || blank.title || blank.body);
  // What a bookmarklet fills in must not replace a note that was begun by hand: each query has its own draft.
  const key = draftKey(userId, named ? `new:${named}` : filled ? `new${search}` : 'new');
  const [all] = useState(() => keptDrafts(key));
  const local = all[0]?.draft;
  const [id] = useState(() => named ?? local?.id ?? newDraftId());
  const [fresh] = useState(newDraftId);
  const unsent = useUnsentNote(id);
  const ofId = all.filter(({ draft }) => draft.id === local?.id);
  const start = useDraftStart(id, ofId, unsent, blank, Boolean(named ?? local?.id));
  if (!start) return <Loading what="Loading your draft" lines={6} />;
  return (
    <>
      {!named && !filled && !local && <DraftOffers except={id} />}
      {/* The name of a draft that was saved or discarded is used up. */}
      <NoteEditor draftKey={key} draftId={named && !start.draft ? fresh : id} saved={blank} start={start} />
    </>
  );
}

function Existing({ uuid, userId }: { uuid: string; userId: string }) {
  const { answer, retry } = useCall('GET /api/notes/{uuid}', { at: { uuid } });
  if (!answer) return <Loading what="Loading the note" lines={6} />;
  if (!answer.ok && (answer.status === 404 || answer.status === 410))
    return <Gone uuid={uuid} userId={userId} left={<LoadFailure what="the note" failure={answer} retry={retry} />} />;
  if (!answer.ok) return <LoadFailure what="the note" failure={answer} retry={retry} />;
  const { note } = answer.data;
  if (note.authorId !== userId) return <p>Only its author can edit this note.</p>;
  return <Own note={note} />;
}

/** The text typed into a note that was deleted meanwhile, to become a new note; `left` if there was none. */
function Gone({ uuid, userId, left }: { uuid: string; userId: string; left: ReactNode }) {
  const key = draftKey(userId, uuid);
  const blank = fieldsFromQuery('');
  const [local] = useState(() => keptDrafts(key));
  const start = useDraftStart(uuid, local, useUnsentNote(uuid), blank);
  if (!start) return <Loading what="Loading your draft" lines={6} />;
  if (!start.draft) return left;
  return <NoteEditor draftKey={key} draftId={uuid} saved={blank} start={start} isGone />;
}

function Own({ note }: { note: Note }) {
  const key = draftKey(note.authorId, note.uuid);
  const saved = fieldsOf(note);
  const [local] = useState(() => keptDrafts(key));
  const start = useDraftStart(note.uuid, local, useUnsentNote(note.uuid), saved);
  if (!start) return <Loading what="Loading your draft" lines={6} />;
  return (
    <>
      {note.url && (
        <p className="mt-0 mb-4 flex flex-wrap gap-2">
          <Button size="sm" variant="outline" href={paths.copy(note.uuid)}>
            Read your copy
          </Button>
          <Button size="sm" variant="outline" color="neutral" href={note.url} rel="noopener noreferrer">
            The original
          </Button>
        </p>
      )}
      <NoteEditor draftKey={key} draftId={note.uuid} saved={saved} base={note} start={start} />
      <CameAlong uuid={note.uuid} />
      <NoteHistory note={note} />
    </>
  );
}

/** The unsent change of this note on this device, to continue it; null without one, undefined until that is known. */
function useUnsentNote(about: string): Draft | null | undefined {
  const [unsent, setUnsent] = useState<Draft | null>();
  useEffect(() => {
    void unsentNow().then((waiting) => {
      setUnsent(unsentDraftOf(about, waiting) ?? null);
    });
  }, [about]);
  return unsent;
}

/** The fields that were imported with the person's own note but have no place in it; empty without any. */
function CameAlong({ uuid }: { uuid: string }) {
  const { answer } = useQuery<{ imported: Imported }>(`/api/notes/${uuid}/imported`);
  const [open, setOpen] = useState(false);
  const told = Object.entries(answer?.ok ? answer.data.imported : {});
  if (told.length === 0) return null;
  return (
    <details className="mt-6 border-t border-line pt-4" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-pointer font-medium">Kept alongside</summary>
      {open && (
        <>
          <p className="mt-2 mb-0 text-sm text-muted">
            Only you see this. It stays with the note, and is included in your JSON and Markdown exports.
          </p>
          <dl className="mt-3 grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[minmax(0,12rem)_minmax(0,1fr)]">
            {told.map(([name, value]) => (
              <div key={name} className="contents">
                <dt dir="auto" className="font-medium wrap-anywhere">
                  {name}
                </dt>
                <dd dir="auto" className="m-0 whitespace-pre-wrap text-muted wrap-anywhere">
                  {inWords(value)}
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </details>
  );
}

function inWords(value: ImportedValue): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return Array.isArray(value) ? value.join('\n') : String(value);
}

/** New notes that were begun in another tab or on another device, to continue or discard. Empty without any. */
function DraftOffers({ except }: { except: string }) {
  const { answer } = useCall('GET /api/drafts', {});
  const [gone, setGone] = useState<readonly string[]>([except]);
  const [failure, setFailure] = useState(false);
  const begun = answer?.ok ? answer.data.drafts.filter(({ id, note }) => note === null && !gone.includes(id)) : [];
  if (begun.length === 0) return null;

  async function discard(id: string) {
    const kept = await call('GET /api/drafts/{id}', { at: { id } });
    if (!kept.ok) return setFailure(true);
    const dropped = await call('DELETE /api/drafts/{id}', { at: { id } });
    setFailure(!dropped.ok);
    if (!dropped.ok) return;
    setGone((before) => [...before, id]);
    const { draft } = kept.data;
    if (!draft) return;
    toasts.add({
      title: 'Draft discarded',
      icon: 'trash',
      description: draft.fields.title || 'Untitled',
      actions: [undoing(() => void bringBack(draft))],
    });
  }

  async function bringBack(draft: StoredDraft) {
    const { id, fields, rev } = draft;
    const answer = await call('PUT /api/drafts/{id}', { at: { id }, body: { version: 0, fields, rev } });
    if (answer.ok) setGone((before) => before.filter((other) => other !== id));
    else undoFailed(sentenceFor(answer, new Date()), () => void bringBack(draft));
  }

  return (
    <Notice
      title={begun.length === 1 ? 'You started a note elsewhere' : 'You started notes elsewhere'}
      className="mb-6"
    >
      <ul className="m-0 grid list-none gap-2 p-0">
        {begun.map(({ id, title, savedAt }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
              <bdi className="font-medium">{title || 'Untitled'}</bdi>{' '}
              <span className="text-sm text-muted">
                <time dateTime={savedAt} className="whitespace-nowrap">
                  {localTime(savedAt)}
                </time>
              </span>
            </span>
            <span className="flex gap-1">
              <Button size="xs" variant="outline" color="neutral" href={`${paths.write}?draft=${id}`}>
                Continue
              </Button>
              <Button size="xs" variant="ghost" color="danger" onClick={() => void discard(id)}>
                Discard
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {failure && <span>It couldn’t be discarded. Try again in a moment.</span>}
    </Notice>
  );
}
