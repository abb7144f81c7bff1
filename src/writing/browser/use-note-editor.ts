import type { Note } from '../../notes/model/note.ts';
import type { NewUnsent, Unsent } from '../../people/model/outbox.ts';
import { paths } from '../../platform/model/paths.ts';
import { type Draft, draftFrom, draftPlace, dropKept, newDraftId } from './drafts.ts';
import {
  type EditorStart,
  type EditorState,
  beginEditing,
  edited,
  endsHere,
  type EditorAction,
} from './editor-state.ts';
import { bodyOf, fingerprintOf, problemsOf, sameFields, fillingEmptyFields, type NoteFields } from './note-fields.ts';
import { useEffect, useRef, useState } from 'react';
import { useAskBeforeLeaving, useReloadOnReturn } from '../../platform/browser/use-browser.ts';
import { dropUnsent, sendOrKeep } from '../../people/browser/outbox.ts';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { type DraftNews, useDraftSync } from './draft-sync.ts';

/** The outbox entry that saves the form: changes to the `stored` note, or a new note named by `id` until it exists. */
export function unsentNote(
  { fields, rev, goesOn }: Pick<EditorState, 'fields' | 'rev' | 'goesOn'>,
  stored: Pick<Note, 'uuid'> | undefined,
  id: string,
  { draftId, saved, base, upTo }: Pick<EditorStart, 'draftId' | 'saved' | 'base'> & { upTo: number | undefined },
): NewUnsent {
  return {
    words: stored ? `Changes to “${fields.title.trim()}”` : `New note “${fields.title.trim()}”`,
    about: stored?.uuid ?? id,
    part: 'note',
    replaces: 'note',
    goesOn,
    edit: stored ? paths.edit(stored.uuid) : `${paths.write}?draft=${id}`,
    // Known only for the revision that the form started with.
    ...(stored && base && rev === base.rev && { base: bodyOf(saved) }),
    typed: { fields, ...(rev === undefined ? {} : { rev }) } satisfies Draft,
    ...(upTo !== undefined && { then: { method: 'DELETE', path: `/api/drafts/${draftId}?version=${upTo}` } }),
    call: stored
      ? { method: 'PATCH', path: `/api/notes/${stored.uuid}`, body: { rev: rev ?? 0, ...bodyOf(fields) } }
      : { method: 'POST', path: '/api/notes', body: bodyOf(fields), headers: { 'Idempotency-Key': id } },
  };
}

/**
 * The unsent change of a note that the form continues: one that the server refused, since the others wait for it, or else
 * the last one.
 */
export function unsentDraftOf(about: string, waiting: readonly Unsent[]): Draft | undefined {
  const ofNote = waiting.filter((one) => one.about === about && one.typed);
  const found = ofNote.find(({ refused }) => refused !== undefined) ?? ofNote.at(-1);
  const draft = draftFrom(found?.typed);
  return found && draft && { ...draft, goesOn: found.id };
}

/**
 * Edits one note: each action gives the next state (see editor-state.ts), and the text is stored on the device at every
 * change and on the server every few seconds.
 */
export function useNoteEditor({ draftKey, draftId, saved, base, start }: EditorStart) {
  const [state, setState] = useState(() => beginEditing({ saved, base, start }));
  // Late answers must be applied to the latest state, with what was typed meanwhile.
  const latest = useRef(state);
  const [copyId] = useState(newDraftId);
  const [place] = useState(() => draftPlace(draftKey, base ? undefined : draftId, start.kept[0]));
  const sent = useRef(start.draft?.sent);
  const sync = useDraftSync({ id: draftId, version: start.version, sent: start.draft?.sent }, onDraftNews);
  useReloadOnReturn(state.stage === 'saved');
  useAskBeforeLeaving(state.stage === 'writing' && state.kept === 'nowhere' && !sameFields(state.fields, saved));

  function act(action: EditorAction): EditorState {
    latest.current = edited(latest.current, action);
    setState(latest.current);
    return latest.current;
  }

  /** Stores the form as a draft, or deletes the draft if the form equals the saved note. */
  function keep({ fields, rev }: EditorState) {
    if (sameFields(fields, saved)) return void forget();
    sync.keep({ fields, rev });
    act({ type: 'kept', where: keepHere() ? 'device' : 'nowhere' });
  }

  function keepHere(onServer = false): boolean {
    const { fields, rev, version, goesOn } = latest.current;
    const id = base ? {} : { id: draftId };
    const of = { ...(rev === undefined ? {} : { rev }), ...(goesOn === null ? {} : { goesOn }) };
    const mark = sent.current === undefined ? {} : { sent: sent.current };
    const is = onServer ? { onServer } : {};
    return place.keep({ fields, version, ...id, ...of, ...mark, ...is, at: new Date().toISOString() });
  }

  function forget(): Promise<void> {
    place.drop();
    act({ type: 'forgotten' });
    return sync.clear();
  }

  function onDraftNews(news: DraftNews) {
    if (news.at === 'sending') {
      sent.current = news.mark;
      return void (place.isOwn() && keepHere());
    }
    if (news.at === 'server') {
      const next = act({ type: 'synced', version: news.version, renamed: news.renamed });
      // The waiting draft has the old names, so it is stored again.
      if (news.renamed) return keep(next);
      const isNewest = fingerprintOf(next.fields) === sent.current;
      if (place.isOwn()) keepHere(isNewest);
      if (isNewest) place.settle();
      return;
    }
    if (!act({ type: 'typed elsewhere', draft: news.current }).elsewhere) sync.goOn(news.current.version);
  }

  /** Continues with one of two drafts; the other can be restored. */
  function chooseDraft(whose: 'mine' | 'theirs') {
    const { elsewhere } = latest.current;
    if (!elsewhere) return;
    sync.goOn(elsewhere.version);
    keep(act({ type: 'chosen', whose }));
    const [, ...beside] = start.kept;
    for (const kept of beside) if (sameFields(kept.draft.fields, elsewhere.fields)) dropKept(kept);
  }

  function change(part: Partial<NoteFields>) {
    const before = latest.current;
    const next = act({ type: 'typed', part });
    if (next !== before) keep(next);
  }

  async function save(asNew = false) {
    const { stage, fields, written, goesOn } = latest.current;
    if (stage !== 'writing') return;
    const errors = problemsOf(fields);
    if (errors.length > 0) {
      const problem = { title: 'Check the fields', detail: '', errors };
      return void act({ type: 'refused', failure: { ok: false, status: 400, problem } });
    }
    act({ type: 'saving' });
    const stored = asNew ? undefined : (written ?? base);
    const id = base ? copyId : draftId;
    const next = unsentNote(latest.current, stored, id, { draftId, saved, base, upTo: sync.upTo() });
    const answer = await sendOrKeep<{ note: Note; path: string }>(next);
    // The unsent change of the old note is now in the new note.
    if (asNew && goesOn !== null && (answer.ok || answer.kept)) await dropUnsent(goesOn);
    if (answer.ok) {
      act({ type: 'saved', ...answer.data });
      await forget();
      if (!endsHere({ base, saved }, answer.data.note)) location.assign(answer.data.path);
      return;
    }
    if (answer.kept) {
      act({ type: 'kept for later' });
      return void forget();
    }
    const current = answer.status === 409 ? (answer.problem.current as Note | undefined) : undefined;
    act(current ? { type: 'conflicting', note: current, isNew: !stored } : { type: 'refused', failure: answer });
  }

  /** Drops the unsent change that the form started with, and offers to undo that. */
  async function dropUnsentChange(): Promise<void> {
    const { goesOn } = latest.current;
    const dropped = goesOn === null ? undefined : await dropUnsent(goesOn);
    if (!dropped) return;
    toasts.add({
      title: 'It won’t be sent',
      description: dropped.words,
      icon: 'trash',
      actions: [undoing(() => void dropped.putBack())],
    });
  }

  const { failure } = state;
  useEffect(() => {
    if (failure?.problem.errors) document.querySelector<HTMLElement>('main [aria-invalid]')?.focus();
  }, [failure]);

  return {
    state,
    busy: state.stage !== 'writing',
    /** Whether the form differs from the saved note, and so is stored as a draft. */
    changed: !sameFields(state.fields, saved),
    change,
    /** Fills in empty fields only. */
    fill: (part: Partial<Pick<NoteFields, 'title' | 'body'>>) =>
      change(fillingEmptyFields(latest.current.fields, part)),
    save: () => save(),
    /** Saves the form as a new note, for when the old one was deleted. */
    saveAsNew: () => save(true),
    keepMine: () => {
      keep(act({ type: 'mine kept' }));
      void save();
    },
    takeTheirs: () => {
      const { goesOn } = latest.current;
      if (goesOn !== null) void dropUnsent(goesOn);
      act({ type: 'theirs taken' });
      void forget();
    },
    chooseDraft,
    bringBack: () => keep(act({ type: 'brought back' })),
    discard: () => {
      void dropUnsentChange();
      void forget();
      act({ type: 'discarded', to: saved, rev: base?.rev });
    },
  };
}
