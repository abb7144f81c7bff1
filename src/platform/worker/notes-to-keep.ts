import { openDeviceFiles } from '../browser/device-database.ts';
import { outboxDatabase, type Keeping } from '../model/offline.ts';

/** The maximum number of notes considered. */
const max = 1000;

/** A note to keep; a change of `version` means that it has to be fetched again. */
export type NoteToKeep = { uuid: string; version: string; hasCopy: boolean };

/** The version of the format in which notes are kept: notes in an earlier one are fetched again. */
const formatVersion = '2';

/** Notes that the person chose come first, then those being read, then the unread ones; of each the newest. */
export async function wantedItems(keeping: Keeping | undefined): Promise<NoteToKeep[]> {
  const found = new Map<string, NoteToKeep>();
  // Such a note may not be in the library, whose list shows changes, so it is fetched again every day.
  const today = `${formatVersion} ${new Date().toISOString().slice(0, 10)}`;
  for (const uuid of keeping?.notes ?? []) found.set(uuid, { uuid, version: today, hasCopy: true });
  const queries = [...(keeping?.collections ?? []).map((id) => `collection:${id}`), 'is:reading', 'is:unread'];
  for (const q of queries) {
    for (let cursor: string | null = '0'; cursor !== null && found.size < max;) {
      const response = await fetch(`/api/library?${new URLSearchParams({ q, cursor, count: '200' })}`);
      if (!response.ok) throw new Error(`The library answered ${response.status}.`);
      const page = (await response.json()) as LibraryPage;
      for (const item of page.items) {
        const { uuid, rev, own, kind } = item.note;
        // Encoded for a header, which does not take every character, nor a space at its end.
        const version = encodeURIComponent(
          [formatVersion, rev, item.highlights, item.reading?.changedAt, item.reading?.state, item.copy?.title].join(
            ' ',
          ),
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
    reading: { changedAt: string; state: string | null } | null;
    copy: { title: string } | null;
  }[];
  next: string | null;
};

/** The notes with unsent changes on this device. Empty if the browser does not give access to them. */
export async function unsentNotesOf(owner: string): Promise<Set<string>> {
  try {
    const files = await openDeviceFiles(`${outboxDatabase}:${owner}`, () => undefined);
    const waiting = (await files.all('')).map((file) => JSON.parse(new TextDecoder().decode(file)) as Unsent);
    return new Set(waiting.flatMap(({ about }) => about));
  } catch {
    return new Set();
  }
}

type Unsent = { about: string | readonly string[] };
