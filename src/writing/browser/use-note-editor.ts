import { useEffect, useRef, useState } from 'react';
import type { StoredDraft } from '../model/draft.ts';
import type { Note } from '../../notes/model/note.ts';
import { call } from './calls.ts';
import type { Failure } from '../../platform/browser/api.ts';
import { dropOwnDraft, keepOwnDraft, newDraftId, type DraftStart } from './drafts.ts';
import { bodyOf, fieldsOf, problemsOf, sameFields, whereEmpty, type NoteFields } from './note-fields.ts';
import { useReloadOnReturn } from '../../platform/browser/use-browser.ts';
import { type DraftNews, useDraftSync } from './draft-sync.ts';

export type EditorStart = {
  draftKey: string;
  /** What is stored, or the blank of a new note. */
  saved: NoteFields;
  /** The stored note that is edited; none for a new one. */
  base?: Pick<Note, 'uuid' | 'rev'>;
  /** What the draft is called on the server: the note's uuid, or an id of its own for a new note. */
  draftId: string;
  /** What was typed before and not saved. It goes on from the revision that it changed. */
  start: DraftStart;
};

/**
 * The state of writing one note: what is typed (kept on the device at every change, on the server every few seconds),
 * the revision it is based on, and how saving went. Nothing that was typed is ever dropped before the server has stored it.
 */
export function useNoteEditor({ draftKey, draftId, saved, base, start }: EditorStart) {
  const { draft } = start;
  const unsaved = draft && !sameFields(draft.fields, saved) ? draft : undefined;
  const [fields, setFields] = useState(unsaved?.fields ?? saved);
  // What comes later than it was asked for must meet what was typed meanwhile.
  const latest = useRef(fields);
  const [rev, setRev] = useState(unsaved?.rev ?? base?.rev);
  const [restored, setRestored] = useState(unsaved !== undefined);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Note>();
  // The note that an earlier save wrote although its answer got lost.
  const [written, setWritten] = useState<Note>();
  const [copyId] = useState(newDraftId);
  const [elsewhere, setElsewhere] = useState<StoredDraft | undefined>(start.other);
  const [setAside, setSetAside] = useState<{ fields: NoteFields; whose: 'mine' | 'theirs' }>();
  const [stage, setStage] = useState<'writing' | 'saving' | 'saved'>('writing');
  const [kept, setKept] = useState<'nowhere' | 'device' | 'server'>('device');
  const version = useRef(start.version);
  const sync = useDraftSync(draftId, start.version, hear);
  useReloadOnReturn(stage === 'saved');

  function keep(next: NoteFields, nextRev = rev) {
    if (sameFields(next, saved)) return void forget();
    sync.keep({ fields: next, rev: nextRev });
    setKept(keepHere(next, nextRev) ? 'device' : 'nowhere');
  }

  function keepHere(next: NoteFields, nextRev: number | undefined): boolean {
    return keepOwnDraft(draftKey, {
      fields: next,
      version: version.current,
      ...(base ? {} : { id: draftId }),
      ...(nextRev === undefined ? {} : { rev: nextRev }),
    });
  }

  function forget(): Promise<void> {
    dropOwnDraft(draftKey, base ? undefined : draftId);
    version.current = 0;
    return sync.clear();
  }

  function hear(news: DraftNews) {
    if (news.at === 'device') return;
    if (news.at === 'server') {
      version.current = news.version;
      keepHere(latest.current, rev);
      return setKept('server');
    }
    if (sameFields(latest.current, news.current.fields)) return goOnFrom(news.current);
    setElsewhere(news.current);
  }

  function goOnFrom(current: StoredDraft) {
    version.current = current.version;
    sync.goOn(current.version);
    setElsewhere(undefined);
  }

  /** Of two drafts one goes on, and the other waits to be brought back. */
  function chooseDraft(chosen: 'mine' | 'theirs') {
    if (!elsewhere) return;
    const [mine, theirs] = [latest.current, elsewhere.fields];
    goOnFrom(elsewhere);
    setSetAside(chosen === 'mine' ? { fields: theirs, whose: 'theirs' } : { fields: mine, whose: 'mine' });
    if (chosen === 'mine') return keep(mine);
    put(theirs);
    setRev(elsewhere.rev ?? rev);
    keep(theirs, elsewhere.rev ?? rev);
  }

  function put(next: NoteFields) {
    latest.current = next;
    setFields(next);
  }

  function change(part: Partial<NoteFields>) {
    // What is being saved stays as it was sent: what came after it would go with the page.
    if (stage !== 'writing') return;
    const next = { ...latest.current, ...part };
    put(next);
    keep(next);
  }

  /** Fills in what is still empty, and leaves what was typed. */
  function fill(part: Partial<Pick<NoteFields, 'title' | 'body'>>) {
    change(whereEmpty(latest.current, part));
  }

  async function save(onto = rev, asNew = false) {
    if (stage !== 'writing') return;
    const errors = problemsOf(fields);
    if (errors.length > 0) {
      return setFailure({ ok: false, status: 400, problem: { title: 'Check the fields', detail: '', errors } });
    }
    setStage('saving');
    setFailure(undefined);
    const stored = asNew ? undefined : (written ?? base);
    const key = { 'Idempotency-Key': base ? copyId : draftId };
    const answer = stored
      ? await call('PATCH /api/notes/{uuid}', {
          at: { uuid: stored.uuid },
          body: { rev: onto ?? 0, ...bodyOf(fields) },
        })
      : await call('POST /api/notes', { body: bodyOf(fields), headers: key });
    if (answer.ok) {
      setStage('saved');
      await forget();
      return location.assign(answer.data.path);
    }
    setStage('writing');
    const current = answer.status === 409 ? (answer.problem.current as Note | undefined) : undefined;
    if (!current) return setFailure(answer);
    setConflict(current);
    if (!stored) setWritten(current);
  }

  function keepMine() {
    if (!conflict) return;
    setRev(conflict.rev);
    keep(fields, conflict.rev);
    void save(conflict.rev);
  }

  function takeTheirs() {
    if (!conflict) return;
    setSetAside({ fields, whose: 'mine' });
    put(fieldsOf(conflict));
    setRev(conflict.rev);
    setConflict(undefined);
    setRestored(false);
    void forget();
  }

  function bringBack() {
    if (!setAside) return;
    put(setAside.fields);
    keep(setAside.fields);
    setSetAside(undefined);
  }

  function discard() {
    void forget();
    put(saved);
    setRev(base?.rev);
    setRestored(false);
  }

  useEffect(() => {
    if (failure?.problem.errors) document.querySelector<HTMLElement>('main [aria-invalid]')?.focus();
  }, [failure]);

  return {
    fields,
    failure,
    conflict,
    sentBefore: written !== undefined,
    restored,
    elsewhere,
    setAside: setAside?.whose,
    kept,
    busy: stage !== 'writing',
    change,
    fill,
    save,
    keepMine,
    takeTheirs,
    chooseDraft,
    bringBack,
    discard,
  };
}
