import { useEffect, useState } from 'react';
import { inTextOrder, type DueHighlight, type Review, type Highlight, type NewHighlight } from '../model/highlight.ts';
import { isAccepted, type Failure } from '../../platform/browser/api.ts';
import { sendOrKeep, unsentNow } from '../../people/browser/outbox.ts';
import type { Unsent } from '../../people/model/outbox.ts';
import type { LibraryCalls } from '../server/routes.ts';
import { call, useCall } from './calls.ts';
import { shortenedTo } from '../../platform/model/text/plain-text.ts';

/** The highlights that are due for a review. */
export type DueHighlights = LibraryCalls['GET /api/highlights/review']['data'];

/** Stores the state of a highlight's review. */
export const putReview = ({ uuid, highlight: { id } }: DueHighlight, review: Review | null) =>
  call('PATCH /api/notes/{uuid}/highlights/{id}', { at: { uuid, id }, body: { review } });

/**
 * The highlights in the copy of the user's note, undefined until they are loaded, and what can be done with them. Each
 * action returns the server's result, or the failure, with nothing changed.
 */
export function useHighlights(uuid: string) {
  const path = `/api/notes/${encodeURIComponent(uuid)}/highlights`;
  const { answer, retry } = useCall('GET /api/notes/{uuid}/highlights', { at: { uuid } });
  const [changed, setChanged] = useState<readonly Highlight[]>();
  const waiting = useUnsent();
  const read = answer?.ok && waiting ? inTextOrder(withUnsent(answer.data.highlights, path, waiting)) : undefined;
  const highlights = changed ?? read;
  const failure: Failure | undefined = answer && !answer.ok ? answer : undefined;

  /** Each action builds on the state when its answer comes. */
  const keep = (next: (before: readonly Highlight[]) => Highlight[]) =>
    setChanged((before) => inTextOrder(next(before ?? read ?? [])));

  return {
    highlights,
    failure,
    retry,
    async add(passage: NewHighlight) {
      const id = crypto.randomUUID();
      const sent = await sendOrKeep<{ highlight: Highlight }>({
        words: `Highlight “${shortenedTo(passage.quote, 60)}”`,
        about: uuid,
        part: 'highlights',
        text: [passage.quote, passage.comment].filter(Boolean).join('\n\n'),
        call: { method: 'POST', path, body: { ...passage, id } },
      });
      if (!isAccepted(sent)) return sent;
      const highlight = sent.ok ? sent.data.highlight : unsentHighlight({ ...passage, id });
      keep((before) => [...before, highlight]);
      return { ok: true, data: { highlight, kept: !sent.ok } } as const;
    },
    async comment(id: string, comment: string) {
      const sent = await sendOrKeep<{ highlight: Highlight }>({
        words: `Comment “${shortenedTo(comment, 60)}”`,
        about: uuid,
        part: 'highlights',
        replaces: `comment ${id}`,
        text: comment,
        call: { method: 'PATCH', path: `${path}/${id}`, body: { comment } },
      });
      if (!isAccepted(sent)) return sent;
      keep((before) =>
        before.map((each) => (each.id !== id ? each : sent.ok ? sent.data.highlight : { ...each, comment })),
      );
      return { ok: true, data: undefined } as const;
    },
    async remove(id: string) {
      const quote = highlights?.find((each) => each.id === id)?.quote ?? '';
      const gone = await sendOrKeep({
        words: `Highlight deleted: “${shortenedTo(quote, 60)}”`,
        about: uuid,
        part: 'highlights',
        call: { method: 'DELETE', path: `${path}/${id}` },
      });
      // What was deleted elsewhere is gone as well.
      if (!isAccepted(gone) && gone.status !== 404) return gone;
      keep((before) => before.filter((each) => each.id !== id));
      return { ok: true, data: undefined } as const;
    },
    /** Restores one that was deleted, as it was. */
    async restore({ id, ...deleted }: Highlight) {
      const sent = await sendOrKeep<{ highlight: Highlight }>({
        words: `Highlight “${shortenedTo(deleted.quote, 60)}”`,
        about: uuid,
        part: 'highlights',
        text: [deleted.quote, deleted.comment].filter(Boolean).join('\n\n'),
        call: { method: 'PUT', path: `${path}/${id}`, body: deleted },
      });
      if (!isAccepted(sent)) return sent;
      const restored = sent.ok ? sent.data.highlight : { ...deleted, id };
      keep((before) => [...before.filter((each) => each.id !== id), restored]);
      return { ok: true, data: undefined } as const;
    },
  };
}

function unsentHighlight(made: NewHighlight & { id: string }): Highlight {
  const at = new Date().toISOString();
  return { ...made, createdAt: at, updatedAt: at };
}

/** What waited to be sent when this was first shown; undefined until it is loaded. */
function useUnsent(): readonly Unsent[] | undefined {
  const [waiting, setWaiting] = useState<readonly Unsent[]>();
  useEffect(() => void unsentNow().then(setWaiting), []);
  return waiting;
}

/** The highlights of a copy, with unsent changes applied. */
function withUnsent(highlights: readonly Highlight[], path: string, waiting: readonly Unsent[]): Highlight[] {
  let now = [...highlights];
  for (const { call, at } of waiting) {
    if (!call.path.startsWith(path)) continue;
    const id = call.path.slice(path.length + 1);
    if (call.method === 'DELETE') now = now.filter((each) => each.id !== id);
    else if (call.method === 'PATCH') {
      const { comment } = call.body as { comment: string };
      now = now.map((each) => (each.id === id ? { ...each, comment } : each));
    } else if (call.method === 'PUT') {
      now = [...now.filter((each) => each.id !== id), { ...(call.body as Omit<Highlight, 'id'>), id }];
    } else {
      const made = call.body as NewHighlight & { id: string };
      if (!now.some((each) => each.id === made.id)) now.push({ ...made, createdAt: at, updatedAt: at });
    }
  }
  return now;
}

export type Highlights = ReturnType<typeof useHighlights>;
