import { openDeviceFiles } from '../browser/device-database.ts';
import { outboxDatabase, type Keeping } from '../model/offline.ts';

/** More are not looked at. */
const max = 1000;

/** A note that is to be kept, and its state by which a change is told. */
export type Wanted = { uuid: string; version: string; hasCopy: boolean };

/** Of what is kept of a note: an earlier one is fetched anew. */
const form = '2';

/** What was asked for comes first, then what is being read, then what waits; of each the newest. */
export async function wantedItems(keeping: Keeping | undefined): Promise<Wanted[]> {
  const found = new Map<string, Wanted>();
  // The library may not have it, and tell of its changes: it is fetched anew every day.
  const today = `${form} ${new Date().toISOString().slice(0, 10)}`;
  for (const uuid of keeping?.notes ?? []) found.set(uuid, { uuid, version: today, hasCopy: true });
  const queries = [...(keeping?.collections ?? []).map((id) => `collection:${id}`), 'is:reading', 'is:unread'];
  for (const q of queries) {
    for (let cursor: string | null = '0'; cursor !== null && found.size < max;) {
      const response = await fetch(`/api/library?${new URLSearchParams({ q, cursor, count: '200' })}`);
      if (!response.ok) throw new Error(`The library answered ${response.status}.`);
      const page = (await response.json()) as LibraryPage;
      for (const item of page.items) {
        const { uuid, rev, own, kind } = item.note;
        // It stands in a header, which takes neither every letter nor a space at its end.
        const version = encodeURIComponent(
          [form, rev, item.highlights, item.reading?.changedAt, item.copy?.title].join(' '),
        );
        found.set(uuid, { uuid, version, hasCopy: own && kind === 'link' });
      }
      cursor = page.next;
    }
  }
  return [...found.values()];
}

type LibraryPage = {
  items: {
    note: { uuid: string; rev: number; own: boolean; kind: string };
    highlights: number;
    reading: { changedAt: string } | null;
    copy: { title: string } | null;
  }[];
  next: string | null;
};

/** The notes of which something waits on this device to be sent. Where the browser does not give it, there is none. */
export async function unsentOf(owner: string): Promise<Set<string>> {
  try {
    const files = await openDeviceFiles(`${outboxDatabase}:${owner}`, () => undefined);
    const waiting = (await files.all('')).map((file) => JSON.parse(new TextDecoder().decode(file)) as Unsent);
    return new Set(waiting.flatMap(({ about }) => about));
  } catch {
    return new Set();
  }
}

type Unsent = { about: string | readonly string[] };
