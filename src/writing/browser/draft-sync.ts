import type { StoredDraft } from '../model/draft.ts';
import type { Answer, Failure } from '../../platform/browser/api.ts';
import { markOf, type NoteFields } from './note-fields.ts';
import { versionsOf } from '../model/renamed-draft.ts';
import { useEffect, useState } from 'react';
import { call } from './calls.ts';

/** What is to be kept, and the revision of the note that it changes. */
export type Typed = { fields: NoteFields; rev?: number | undefined };

/** The tags that were sent, and the names that they were given elsewhere meanwhile. */
export type TagsRenamed = { from: readonly string[]; to: readonly string[] };

/**
 * Where what was typed last is kept; `elsewhere` brings what another tab or device kept in its place. `sending`: what is on
 * its way, as `markOf` marks it.
 */
export type DraftNews =
  | { at: 'sending'; mark: string }
  | { at: 'server'; version: number; renamed?: TagsRenamed }
  | { at: 'device'; failure: Failure }
  | { at: 'elsewhere'; current: StoredDraft };

type Ways = {
  put: (version: number, typed: Typed) => Promise<Answer<{ version: number; tags: string[] }>>;
  /** Takes the draft away, up to this version. */
  drop: (version: number) => Promise<unknown>;
  after: (ms: number, run: () => void) => unknown;
  tell: (news: DraftNews) => void;
};

const restMs = 3000;
/** After a failure the server is left alone for longer. */
const retryMs = 15_000;
/** So many that were sent without an answer are remembered. */
const unansweredKept = 20;

/**
 * Sends what is typed to the server every few seconds, the newest only, one after the other, each as the version that
 * follows the last. What fails is sent again later; what was changed elsewhere waits until `goOn` says from where. What
 * was sent from here, and whose answer got lost, was not changed elsewhere: `sent` marks what was sent before the page was
 * loaded.
 */
export function createDraftSync(start: number, { put, drop, after, tell }: Ways, sent?: string) {
  let version = start;
  let pending: Typed | undefined;
  let under: Promise<void> | undefined;
  let timed = false;
  let held = false;
  let failed = false;
  let clearing = false;
  let unanswered = sent === undefined ? [] : [sent];

  /** The last version that was sent. One whose answer got lost, or is still to come, may be there as the next one. */
  const sentLast = () => (under || unanswered.length > 0 ? version + 1 : version);

  function schedule() {
    if (timed || held || !pending) return;
    timed = true;
    after(failed ? retryMs : restMs, () => {
      timed = false;
      void flush();
    });
  }

  /** Sends now what waits. */
  function flush(): Promise<void> {
    under ??= (async () => {
      const typed = pending;
      if (!typed || held) return;
      pending = undefined;
      const mark = markOf(typed.fields);
      tell({ at: 'sending', mark });
      const answer = await put(version, typed);
      failed = !answer.ok;
      if (answer.ok) {
        version = answer.data.version;
        unanswered = [];
        // What is being taken away is no news any more.
        if (clearing) return;
        const [from, to] = [typed.fields.tags, answer.data.tags];
        return tell({ at: 'server', version, ...(from.join() !== to.join() && { renamed: { from, to } }) });
      }
      const current = answer.status === 409 ? (answer.problem.current as StoredDraft | undefined) : undefined;
      if (!current) unanswered = [...unanswered, mark].slice(-unansweredKept);
      if (clearing) return;
      pending ??= typed;
      if (!current) return tell({ at: 'device', failure: answer });
      const ours = versionsOf(current).find(({ fields }) => unanswered.includes(markOf(fields)));
      if (ours) {
        unanswered = [];
        version = ours.version;
        failed = false;
        return tell({ at: 'server', version });
      }
      held = true;
      tell({ at: 'elsewhere', current });
    })().finally(() => {
      under = undefined;
      schedule();
    });
    return under;
  }

  return {
    keep(typed: Typed) {
      pending = typed;
      schedule();
    },
    flush,
    goOn(from: number) {
      version = from;
      held = false;
      failed = false;
      schedule();
    },
    /** Up to which version the draft goes once what was typed is saved; undefined where it stays, as in `clear`. */
    upTo: () => (held ? undefined : sentLast()),
    /**
     * Takes the draft away: it was saved or discarded. What is typed afterwards begins a new one. What another tab or device
     * kept in its place, and nobody has chosen or refused, stays.
     */
    async clear() {
      pending = undefined;
      clearing = true;
      await under;
      clearing = false;
      if (held || (version === 0 && unanswered.length === 0)) return;
      const last = sentLast();
      version = 0;
      unanswered = [];
      await drop(last);
    },
  };
}
export type DraftSync = ReturnType<typeof createDraftSync>;

/** Keeps on the server what is typed under this id, from this version on; at once when the page is put away. */
export function useDraftSync(
  { id, version, sent }: { id: string; version: number; sent: string | undefined },
  tell: (news: DraftNews) => void,
): DraftSync {
  const [{ sync, listeners }] = useState(() => {
    const listeners = new Set<(news: DraftNews) => void>();
    const sync = createDraftSync(
      version,
      {
        put: (from, { fields, rev }) =>
          call('PUT /api/drafts/{id}', {
            at: { id },
            body: { version: from, fields, ...(rev === undefined ? {} : { rev }) },
          }),
        drop: (last) => call('DELETE /api/drafts/{id}', { at: { id }, query: { version: last } }),
        after: (ms, run) => setTimeout(run, ms),
        tell: (news) => listeners.forEach((listener) => listener(news)),
      },
      sent,
    );
    return { sync, listeners };
  });
  // Without dependencies: whoever listens has the state of the last rendering.
  useEffect(() => {
    listeners.add(tell);
    return () => void listeners.delete(tell);
  });
  useEffect(() => {
    const putAway = () => document.visibilityState === 'hidden' && void sync.flush();
    document.addEventListener('visibilitychange', putAway);
    return () => document.removeEventListener('visibilitychange', putAway);
  }, [sync]);
  return sync;
}
