import { useEffect, useState } from 'react';
import type { Note } from '../../notes/model/note.ts';
import type { NotePage } from './answers.ts';
import { send, type Failure } from '../../platform/browser/api.ts';

type Pages = { notes: readonly Note[]; next: string | null; failure?: Failure };

/** A person's own notes, page after page. `load` asks for the next page, or again for one that failed. */
export function useMyNotes(authorId: string) {
  const [pages, setPages] = useState<Pages>();
  const [wanted, setWanted] = useState<{ cursor: string | null }>({ cursor: null });
  const [busy, setBusy] = useState(true);

  useEffect(() => {
    let current = true;
    const query = new URLSearchParams({ author: authorId, ...(wanted.cursor ? { cursor: wanted.cursor } : {}) });
    void send<NotePage>('GET', `/api/notes?${query.toString()}`).then((answer) => {
      if (!current) return;
      setBusy(false);
      setPages((before) => (answer.ok ? joined(before, answer.data) : { ...(before ?? none), failure: answer }));
    });
    return () => {
      current = false;
    };
  }, [authorId, wanted]);

  const edit = (part: (notes: readonly Note[]) => readonly Note[]) =>
    setPages((before) => before && { ...before, notes: part(before.notes) });

  return {
    notes: pages?.notes ?? [],
    more: pages?.next != null,
    failure: busy ? undefined : pages?.failure,
    busy,
    load: () => {
      setBusy(true);
      setWanted({ cursor: pages?.next ?? null });
    },
    changed: (note: Note) => edit((notes) => notes.map((other) => (other.uuid === note.uuid ? note : other))),
    removed: (uuid: string) => edit((notes) => notes.filter((other) => other.uuid !== uuid)),
  };
}

const none: Pages = { notes: [], next: null };

function joined(before: Pages | undefined, page: NotePage): Pages {
  const known = new Set(before?.notes.map(({ uuid }) => uuid));
  return { notes: [...(before?.notes ?? []), ...page.notes.filter(({ uuid }) => !known.has(uuid))], next: page.next };
}
