import type { StoredDraft } from '../model/draft.ts';
import type { Answer } from '../../platform/browser/api.ts';
import { fingerprintOf, type NoteFields } from './note-fields.ts';
import { versionsOf } from '../model/renamed-draft.ts';
import { useEffect, useState } from 'react';
import { call } from './calls.ts';

/** What to store, and the revision of the note that it changes. */
export type DraftContent = { fields: NoteFields; rev?: number | undefined };

/** The tags that were sent, and what they were renamed to elsewhere meanwhile. */
export type TagsRenamed = { from: readonly string[]; to: readonly string[] };

/**
 * What became of the draft: it is being sent (`mark`: see `fingerprintOf`), it is on the server, or `elsewhere`: another
 * tab or device has stored a different one.
 */
export type DraftNews =
  | { at: 'sending'; mark: string }
  | { at: 'server'; version: number; renamed?: TagsRenamed }
  | { at: 'elsewhere'; current: StoredDraft };

type Effects = {
  put: (version: number, typed: DraftContent) => Promise<Answer<{ version: number; tags: string[] }>>;
  /** Deletes the draft, up to this version. */
  drop: (version: number) => Promise<unknown>;
  after: (ms: number, run: () => void) => unknown;
  tell: (news: DraftNews) => void;
};

const restMs = 3000;
/** The wait after a failure is longer. */
const retryMs = 15_000;
/** How many unanswered drafts are remembered. */
const unansweredKept = 20;

/**
 * Sends the newest draft to the server every few seconds, one request after the other, each as the version after the last.
 * A failed request is repeated later. If the draft was changed elsewhere, sending waits until `goOn` is called with the
 * version to continue from. A draft that was sent from here, but whose answer was lost, does not count as changed elsewhere;
 * `sent` marks one that was sent before the page was loaded.
 */
export function createDraftSync(start: number, { put, drop, after, tell }: Effects, sent?: string) {
  let version = start;
  let pending: DraftContent | undefined;
  let request: Promise<void> | undefined;
  let timed = false;
  let held = false;
  let failed = false;
  let clearing = false;
  let unanswered = sent === undefined ? [] : [sent];

  /** The last version that was sent. If its answer is missing, the server may already have it as the next one. */
  const sentLast = () => (request || unanswered.length > 0 ? version + 1 : version);

  function schedule() {
    if (timed || held || !pending) return;
    timed = true;
    after(failed ? retryMs : restMs, () => {
      timed = false;
      void flush();
    });
  }

  /** Sends the waiting draft now. */
  function flush(): Promise<void> {
    request ??= (async () => {
      const typed = pending;
      if (!typed || held) return;
      pending = undefined;
      const mark = fingerprintOf(typed.fields);
      tell({ at: 'sending', mark });
      const answer = await put(version, typed);
      failed = !answer.ok;
      if (answer.ok) {
        version = answer.data.version;
        unanswered = [];
        // A draft that is being deleted needs no report.
        if (clearing) return;
        const [from, to] = [typed.fields.tags, answer.data.tags];
        return tell({ at: 'server', version, ...(from.join() !== to.join() && { renamed: { from, to } }) });
      }
      const current = answer.status === 409 ? (answer.problem.current as StoredDraft | undefined) : undefined;
      if (!current) unanswered = [...unanswered, mark].slice(-unansweredKept);
      if (clearing) return;
      pending ??= typed;
      if (!current) return;
      const ours = versionsOf(current).find(({ fields }) => unanswered.includes(fingerprintOf(fields)));
      if (ours) {
        unanswered = [];
        version = ours.version;
        failed = false;
        return tell({ at: 'server', version });
      }
      held = true;
      tell({ at: 'elsewhere', current });
    })().finally(() => {
      request = undefined;
      schedule();
    });
    return request;
  }

  return {
    keep(typed: DraftContent) {
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
    /** The version up to which saving deletes the draft; undefined if the draft stays, as in `clear`. */
    upTo: () => (held ? undefined : sentLast()),
    /**
     * Deletes the draft after it was saved or discarded. Typing again begins a new one. A draft that another tab or device
     * stored stays until the person has chosen between the two.
     */
    async clear() {
      pending = undefined;
      clearing = true;
      await request;
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

/** Stores the draft with this id on the server, from this version on, and immediately when the page is hidden. */
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
  // Without dependencies: the listener needs the state of the latest rendering.
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
