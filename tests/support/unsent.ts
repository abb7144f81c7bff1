import type { NewUnsent, Unsent } from '../../src/people/model/outbox.ts';

/** Something done to a thing, as a person's outbox is given it. */
export const done = (about: string, part: Partial<Unsent> = {}): NewUnsent => ({
  words: `Something with ${about}`,
  about,
  call: { method: 'PUT', path: `/api/${about}` },
  ...part,
});
let count = 0;
/** The same as it waits there. */
export const waiting = (about: string, part: Partial<Unsent> = {}): Unsent => ({
  ...done(about, part),
  id: String(count++),
  at: '2026-11-24T00:00:00.000Z',
});
