import type { Copy } from '../../capture/model/capture.ts';
import type { ImportVisibility } from '../../transfer/model/import.ts';
import { withoutPictures } from '../../transfer/formats/uploaded-pictures.ts';
import { batchesOf } from '../../transfer/formats/batches.ts';
import { openFile } from '../../transfer/formats/open-file.ts';
import { cleanedCopy, type CleanedCopy } from '../../capture/server/clean-html.ts';
import { readPage, decodedPage } from '../../capture/server/read-page.ts';
import { allowedIn, type RobotsFile } from '../../capture/server/robots.ts';
import { plannedPart } from '../../transfer/server/import/planned-entry.ts';

/** More items than anybody's real file of 4.5 MB has. */
const maxEntries = 50_000;

/** The tasks of threads. Each yields its parts one by one, so that neither side has all of them in memory. */
export const tasks = {
  /** The metadata of a page, then the same with its text. */
  'read-page': async function* ({ bytes, contentType, url }: { bytes: Uint8Array; contentType: string; url: string }) {
    yield* readPage(decodedPage(bytes, contentType), url);
  },

  /** The addresses that a site's robots.txt allows. */
  'read-robots': async function* ({ robots, asked }: { robots: RobotsFile; asked: readonly string[] }) {
    yield allowedIn(robots, asked);
  },

  /** Sanitises copies, in their order. */
  'clean-copies': async function* (copies: readonly Copy[]): AsyncGenerator<CleanedCopy, void> {
    for (const copy of copies) yield cleanedCopy(copy);
  },

  /**
   * Yields the format's name, or why the file is unreadable; then, from the entry passed to `next` on, portions of its
   * entries, planned as far as possible without the store.
   */
  'read-file': async function* ({ bytes, name, visibility, by }: ToRead): AsyncGenerator<FileRead, void, number> {
    const opened = await openFile({ name, size: bytes.length, stream: () => new Blob([bytes]).stream() });
    if (!opened.ok) return void (yield opened);
    const skip = yield { ok: true, format: opened.format };
    for await (const part of batchesOf(withoutPictures(opened.items), skip)) {
      if (part.from + part.entries.length <= maxEntries) {
        yield { part: JSON.stringify(plannedPart(part, visibility, by)) };
        continue;
      }
      const why = `One call reads at most ${maxEntries} entries. Split the file, or import it in your settings, which take any number.`;
      const rest = { from: part.from, entries: [{ place: `after ${part.from} entries`, why }], last: true };
      yield { part: JSON.stringify(plannedPart(rest, visibility, by)) };
      return;
    }
  },
};

type ToRead = {
  bytes: Uint8Array<ArrayBuffer>;
  name: string;
  visibility: ImportVisibility;
  by: { authorId: string; siteUrl: string; now: Date };
};

/** `part`: a PlannedPart as JSON, which is transferred between threads in half the time of its objects. */
export type FileRead = { ok: true; format: string } | { ok: false; why: string } | { part: string };
export type TaskName = keyof typeof tasks;
export type Input<Name extends TaskName> = Parameters<(typeof tasks)[Name]>[0];
export type Output<Name extends TaskName> =
  ReturnType<(typeof tasks)[Name]> extends AsyncGenerator<infer Value, void, never> ? Value : never;
