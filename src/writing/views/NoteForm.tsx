import { useState } from 'react';
import { useCall } from '../browser/calls.ts';
import { draftKey, findDraft, newDraftId, readDraft } from '../browser/drafts.ts';
import { fieldsFromQuery, fieldsOf } from '../browser/note-fields.ts';
import { useSearch } from '../../platform/browser/use-browser.ts';
import { useDraftStart } from '../browser/use-draft-start.ts';
import { useSession } from '../../people/browser/use-session.ts';
import type { Note } from '../../notes/model/note.ts';
import { Loading } from '../../ui/Loading.tsx';
import { bounded } from '../../ui/Boundary.tsx';
import { DraftOffers } from './DraftOffers.tsx';
import { LoadFailure } from '../../ui/LoadFailure.tsx';
import { NoteEditor } from './NoteEditor.tsx';
import { CameAlong } from './CameAlong.tsx';
import { NoteHistory } from './NoteHistory.tsx';

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
    <section className="mx-auto max-w-2xl pb-6 lg:has-data-preview:max-w-none">
      <header className="page-head">
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
  const [local] = useState(() => findDraft(key));
  const [id] = useState(() => named ?? local?.id ?? newDraftId());
  const [fresh] = useState(newDraftId);
  const start = useDraftStart(id, local, blank, Boolean(named ?? local?.id));
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
  if (!answer.ok) return <LoadFailure failure={answer} retry={retry} />;
  const { note } = answer.data;
  if (note.authorId !== userId) return <p>Only its author can change this note.</p>;
  return <Own note={note} />;
}

function Own({ note }: { note: Note }) {
  const key = draftKey(note.authorId, note.uuid);
  const saved = fieldsOf(note);
  const [local] = useState(() => readDraft(key));
  const start = useDraftStart(note.uuid, local, saved, true);
  if (!start) return <Loading what="Loading your draft" lines={6} />;
  return (
    <>
      <NoteEditor draftKey={key} draftId={note.uuid} saved={saved} base={note} start={start} />
      <CameAlong uuid={note.uuid} />
      <NoteHistory note={note} />
    </>
  );
}
