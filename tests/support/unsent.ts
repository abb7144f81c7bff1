import { createOutbox } from '../../src/people/browser/create-outbox.ts';
import type { NewUnsent, Unsent } from '../../src/people/model/outbox.ts';
import type { Answer } from '../../src/platform/browser/api.ts';
import type { DeviceFiles } from '../../src/platform/browser/device-database.ts';
import type { DeviceStorage } from '../../src/platform/browser/device-storage.ts';

/** A change as it is given to the outbox. */
export const newChange = (about: string, part: Partial<Unsent> = {}): NewUnsent => ({
  words: `Something with ${about}`,
  about,
  call: { method: 'PUT', path: `/api/${about}` },
  ...part,
});
let count = 0;
/** The same change as it waits in the outbox. */
export const pendingChange = (about: string, part: Partial<Unsent> = {}): Unsent => ({
  ...newChange(about, part),
  id: String(count++),
  at: '2026-11-24T00:00:00.000Z',
});

/** A device with an outbox, whose server gives these responses. */
export function deviceWithOutbox(
  answers: Answer<unknown>[],
  {
    full = false,
    user = 'ada',
    underWay,
    now = () => new Date('2026-11-24T00:00:00.000Z'),
  }: { full?: boolean; user?: string | null; underWay?: () => Promise<unknown>; now?: () => Date } = {},
) {
  const [files, texts] = [new Map<string, Uint8Array>(), new Map<string, string>()];
  const [sent, bodies, later]: [string[], unknown[], (() => void)[]] = [[], [], []];
  const database: DeviceFiles = {
    read: async (names) => names.map((name) => files.get(name)),
    async write(written, removed) {
      counts.push([counted(), files.size]);
      if (full && written.size > 0) throw new DOMException('No room', 'QuotaExceededError');
      for (const name of removed) files.delete(name);
      for (const [name, file] of written) files.set(name, file);
      counts.push([counted(), files.size]);
    },
    all: async () => [...files].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, file]) => file),
    clear: async () => files.clear(),
  };
  const storage: DeviceStorage = {
    read: (key) => texts.get(key),
    write: (key, text) => (text === undefined ? texts.delete(key) || true : Boolean(texts.set(key, text))),
    keys: () => [...texts.keys()],
  };
  const person = user === null ? {} : { user: { id: user, handle: 'a', name: 'A', email: '' } };
  /** The stored count and the actual number of changes, at each write. */
  const counts: [number, number][] = [];
  const counted = () => (JSON.parse(texts.get('commonplace:unsent:ada') ?? '{}') as { count?: number }).count ?? 0;
  const again = () => createOutbox(ways, storage);
  const ways: Parameters<typeof createOutbox>[0] = {
    open: async () => database,
    send: async ({ path, body }) => {
      sent.push(path);
      bodies.push(body);
      if (sent.length === 1) await underWay?.();
      return answers.shift() ?? { ok: true, data: undefined };
    },
    session: { fetch: async () => ({ ready: true, ...person }), person: person.user?.id },
    alone: async (_, run) => run(),
    after: (_, run) => void later.push(run),
    now,
    onKept: () => undefined,
  };
  const outbox = again();
  return { outbox, again, sent, bodies, later, texts, counted, counts };
}
