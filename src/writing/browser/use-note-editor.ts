import type { Note } from '../../notes/model/note.ts';
import type { NewUnsent, Unsent } from '../../people/model/outbox.ts';
import { paths } from '../../platform/model/paths.ts';
import { type Draft, draftFrom, draftPlace, dropKept, newDraftId } from './drafts.ts';
import { type EditorStart, type EditorState, beginEditing, edited, type EditorAction } from './editor-state.ts';
import { bodyOf, markOf, problemsOf, sameFields, whereEmpty, type NoteFields } from './note-fields.ts';
import { useEffect, useRef, useState } from 'react';
import { useAskBeforeLeaving, useReloadOnReturn } from '../../platform/browser/use-browser.ts';
import { dropUnsent, sendOrKeep } from '../../people/browser/outbox.ts';
import { toasts, undoing } from '../../ui/toasts/toasts.ts';
import { type DraftNews, useDraftSync } from './draft-sync.ts';

/** A save of what is in the form: of the note that is `stored`, or a new note that is called `id` until it is there. */
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
    // What a note of an earlier revision said is not known here, nor of one that was not there when the form began.
    ...(stored && base && rev === base.rev && { base: bodyOf(saved) }),
    typed: { fields, ...(rev === undefined ? {} : { rev }) } satisfies Draft,
    ...(upTo !== undefined && { then: { method: 'DELETE', path: `/api/drafts/${draftId}?version=${upTo}` } }),
    call: stored
      ? { method: 'PATCH', path: `/api/notes/${stored.uuid}`, body: { rev: rev ?? 0, ...bodyOf(fields) } }
      : { method: 'POST', path: '/api/notes', body: bodyOf(fields), headers: { 'Idempotency-Key': id } },
  };
}

/**
 * What waits of a note to be sent, as the form goes on with it: what the server refused first, as everything else of the
 * note waits for that, or else what was saved last.
 */
export function typedUnsent(about: string, waiting: readonly Unsent[]): Draft | undefined {
  const ofNote = waiting.filter((one) => one.about === about && one.typed);
  const found = ofNote.find(({ refused }) => refused !== undefined) ?? ofNote.at(-1);
  const draft = draftFrom(found?.typed);
  return found && draft && { ...draft, goesOn: found.id };
}

/**
 * Writing one note: each action gives the next state (see editor-state.ts), and what was typed is kept on the device at
 * every change and on the server every few seconds.
 */
export function useNoteEditor({ draftKey, draftId, saved, base, start }: EditorStart) {
  const [state, setState] = useState(() => beginEditing({ saved, base, start }));
  // What comes later than it was asked for must meet what was typed meanwhile.
  const latest = useRef(state);
  const [copyId] = useState(newDraftId);
  const [place] = useState(() => draftPlace(draftKey, base ? undefined : draftId, start.kept[0]));
  const sent = useRef(start.draft?.sent);
  const sync = useDraftSync({ id: draftId, version: start.version, sent: start.draft?.sent }, hear);
  useReloadOnReturn(state.stage === 'saved');
  useAskBeforeLeaving(state.stage === 'writing' && state.kept === 'nowhere' && !sameFields(state.fields, saved));

  function act(action: EditorAction): EditorState {
    latest.current = edited(latest.current, action);
    setState(latest.current);
    return latest.current;
  }

  /** Keeps what stands in the form now; nothing where that is what is stored. */
  function keep({ fields, rev }: EditorState) {
    if (sameFields(fields, saved)) return void forget();
    sync.keep({ fields, rev });
    act({ type: 'kept', where: keepHere() ? 'device' : 'nowhere' });
  }

  function keepHere(): boolean {
    const { fields, rev, version, goesOn } = latest.current;
    const id = base ? {} : { id: draftId };
    const of = { ...(rev === undefined ? {} : { rev }), ...(goesOn === null ? {} : { goesOn }) };
    const mark = sent.current === undefined ? {} : { sent: sent.current };
    return place.keep({ fields, version, ...id, ...of, ...mark, at: new Date().toISOString() });
  }

  function forget(): Promise<void> {
    place.drop();
    act({ type: 'forgotten' });
    return sync.clear();
  }

  function hear(news: DraftNews) {
    if (news.at === 'device') return;
    if (news.at === 'sending') {
      sent.current = news.mark;
      return void (place.isOwn() && keepHere());
    }
    if (news.at === 'server') {
      const next = act({ type: 'synced', version: news.version, renamed: news.renamed });
      // What waits to be sent has the old names.
      if (news.renamed) return keep(next);
      if (place.isOwn()) keepHere();
      if (markOf(next.fields) === sent.current) place.settle();
      return;
    }
    if (!act({ type: 'typed elsewhere', draft: news.current }).elsewhere) sync.goOn(news.current.version);
  }

  /** Of two drafts one goes on, and the other waits to be brought back. */
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
    // What could not be saved into the old note is in the new one.
    if (asNew && goesOn !== null && (answer.ok || answer.kept)) await dropUnsent(goesOn);
    if (answer.ok) {
      act({ type: 'saved', ...answer.data });
      await forget();
      // Whoever changed a note goes back to it; what is new says first that it is there.
      if (stored) location.assign(answer.data.path);
      return;
    }
    if (answer.kept) {
      act({ type: 'kept for later' });
      return void forget();
    }
    const current = answer.status === 409 ? (answer.problem.current as Note | undefined) : undefined;
    act(current ? { type: 'conflicting', note: current, isNew: !stored } : { type: 'refused', failure: answer });
  }

  /** Takes away the saved change that the form began with, and offers the way back. */
  async function giveUp(): Promise<void> {
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
    change,
    /** Fills in what is still empty, and leaves what was typed. */
    fill: (part: Partial<Pick<NoteFields, 'title' | 'body'>>) => change(whereEmpty(latest.current.fields, part)),
    save: () => save(),
    /** Makes a new note of what is in the form, should the old one be gone. */
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
      void giveUp();
      void forget();
      act({ type: 'discarded', to: saved, rev: base?.rev });
    },
  };
}
