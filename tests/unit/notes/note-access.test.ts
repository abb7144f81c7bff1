import { describe, expect, test } from 'vitest';
import { addressOf, isPublic, isPublished, mayRead, hiddenInWords } from '../../../src/notes/model/note-access.ts';
import { type Hidden, changedNote } from '../../../src/notes/model/note.ts';
import { sampleNote } from '../../support/samples.ts';

const hidden: Hidden = { kind: 'held', reason: 'Many links.', at: '2026-11-21T12:00:00.000Z', action: null };

describe('a hidden note', () => {
  const note = sampleNote({ hidden });

  test('can be read by its author only, whatever its visibility', () => {
    for (const visibility of ['public', 'unlisted'] as const) {
      const other = sampleNote({ visibility, hidden });
      expect([isPublished(other), isPublic(other)]).toEqual([false, false]);
    }
    expect([mayRead(note, undefined), mayRead(note, 'u_ben'), mayRead(note, 'u_ann')]).toEqual([false, false, true]);
  });

  test('is at the viewer’s address, with the reason', () => {
    expect(addressOf(note)).toBe(`/note/item?uuid=${note.uuid}`);
    expect(hiddenInWords(hidden)).toBe(
      'Waiting for a moderator’s review: only you can read this until then. The reason given: “Many links.”',
    );
  });

  test('stays hidden through every change by its author', () => {
    const changed = changedNote(note, { rev: 1, title: 'Other', visibility: 'unlisted' }, new Date());
    expect(changed.hidden).toEqual(hidden);
    expect(isPublished(changed)).toBe(false);
  });
});
