import { useState } from 'react';
import { inTextOrder, type Highlight, type NewHighlight } from '../model/highlight.ts';
import { type Failure, callsOf } from '../../platform/browser/api.ts';
import { useQuery } from '../../platform/browser/use-query.ts';
import type { LibraryCalls } from '../server/routes.ts';

const call = callsOf<LibraryCalls>();

/**
 * What somebody highlighted in the copy of their note, undefined until it is known, and what they can do with it. Each
 * act gives what the server made of it, or the failure, with nothing changed.
 */
export function useHighlights(uuid: string) {
  const path = `/api/notes/${encodeURIComponent(uuid)}/highlights`;
  const { answer, retry } = useQuery<{ highlights: Highlight[] }>(path);
  const [changed, setChanged] = useState<readonly Highlight[]>();
  const read = answer?.ok ? answer.data.highlights : undefined;
  const highlights = changed ?? read;
  const failure: Failure | undefined = answer && !answer.ok ? answer : undefined;

  /** Each act builds on what is known when its answer comes. */
  const keep = (next: (before: readonly Highlight[]) => Highlight[]) =>
    setChanged((before) => inTextOrder(next(before ?? read ?? [])));

  return {
    highlights,
    failure,
    retry,
    async add(passage: NewHighlight) {
      const made = await call('POST /api/notes/{uuid}/highlights', { at: { uuid }, body: passage });
      if (made.ok) keep((before) => [...before, made.data.highlight]);
      return made;
    },
    async comment(id: string, comment: string) {
      const kept = await call('PATCH /api/notes/{uuid}/highlights/{id}', { at: { uuid, id }, body: { comment } });
      if (kept.ok) keep((before) => before.map((each) => (each.id === id ? kept.data.highlight : each)));
      return kept;
    },
    async remove(id: string) {
      const gone = await call('DELETE /api/notes/{uuid}/highlights/{id}', { at: { uuid, id } });
      // What was deleted elsewhere is gone as well.
      if (gone.ok || gone.status === 404) keep((before) => before.filter((each) => each.id !== id));
      return gone.ok || gone.status === 404 ? ({ ok: true, data: undefined } as const) : gone;
    },
  };
}

export type Highlights = ReturnType<typeof useHighlights>;
