import { useEffect, useRef, useState } from 'react';
import type { Note } from '../domain/note.ts';
import type { WrittenNote } from './answers.ts';
import { send, type Failure } from './api.ts';
import { dropDraft, keepDraft, type Draft } from './drafts.ts';
import { bodyOf, fieldsOf, problemsOf, sameFields, whereEmpty, type NoteFields } from './note-fields.ts';
import { useReloadOnReturn } from './use-browser.ts';

export type EditorStart = {
  draftKey: string;
  /** What is stored, or the blank of a new note. */
  saved: NoteFields;
  /** The stored note that is edited; none for a new one. */
  base?: Pick<Note, 'uuid' | 'rev'>;
  /** What was typed before and not saved. It goes on from the revision that it changed. */
  draft: Draft | undefined;
};

/**
 * The state of writing one note: what is typed (kept on the device at every change), the revision it is based on,
 * and how saving went. Nothing that was typed is ever dropped before the server has stored it.
 */
export function useNoteEditor({ draftKey, saved, base, draft }: EditorStart) {
  const unsaved = draft && !sameFields(draft.fields, saved) ? draft : undefined;
  const [fields, setFields] = useState(unsaved?.fields ?? saved);
  // What comes later than it was asked for must meet what was typed meanwhile.
  const latest = useRef(fields);
  const [rev, setRev] = useState(unsaved?.rev ?? base?.rev);
  const [restored, setRestored] = useState(unsaved !== undefined);
  const [failure, setFailure] = useState<Failure>();
  const [conflict, setConflict] = useState<Note>();
  const [setAside, setSetAside] = useState<NoteFields>();
  const [stage, setStage] = useState<'writing' | 'saving' | 'saved'>('writing');
  const [kept, setKept] = useState(true);
  useReloadOnReturn(stage === 'saved');

  function keep(next: NoteFields, nextRev = rev) {
    if (sameFields(next, saved)) return dropDraft(draftKey);
    setKept(keepDraft(draftKey, { fields: next, ...(nextRev === undefined ? {} : { rev: nextRev }) }));
  }

  function put(next: NoteFields) {
    latest.current = next;
    setFields(next);
  }

  function change(part: Partial<NoteFields>) {
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
    const answer =
      base && !asNew
        ? await send<WrittenNote>('PATCH', `/api/notes/${base.uuid}`, { rev: onto, ...bodyOf(fields) })
        : await send<WrittenNote>('POST', '/api/notes', bodyOf(fields));
    if (answer.ok) {
      dropDraft(draftKey);
      setStage('saved');
      return location.assign(answer.data.path);
    }
    setStage('writing');
    // The API promises the current note with a refusal for a stale revision.
    if (answer.status === 409 && answer.problem.current) return setConflict(answer.problem.current as Note);
    setFailure(answer);
  }

  function keepMine() {
    if (!conflict) return;
    setRev(conflict.rev);
    keep(fields, conflict.rev);
    void save(conflict.rev);
  }

  function takeTheirs() {
    if (!conflict) return;
    setSetAside(fields);
    put(fieldsOf(conflict));
    setRev(conflict.rev);
    setConflict(undefined);
    setRestored(false);
    dropDraft(draftKey);
  }

  function bringMineBack() {
    if (!setAside) return;
    put(setAside);
    keep(setAside);
    setSetAside(undefined);
  }

  function discard() {
    dropDraft(draftKey);
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
    restored,
    setAside: setAside !== undefined,
    kept,
    busy: stage !== 'writing',
    change,
    fill,
    save,
    keepMine,
    takeTheirs,
    bringMineBack,
    discard,
  };
}
