import type { Build } from '../../../src/reading/model/content.ts';
import { type WrittenNote, preparedNotes } from '../../../src/publishing/server/snapshot/write.ts';
import type { ReadNote } from '../../../src/reading/server/prepared-note.ts';
import { openSnapshot, type Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';
import { loadRenderer, type FileAt } from '../renderer/renderer.ts';
import { writePages } from '../write-pages.ts';

export type BuildJob = {
  /** The renderer's module. */
  entry: string;
  build: Build;
  snapshotFile: string;
  prerendered: number;
  siteUrl: string;
  outDir: string;
};

/** The work of a build that can be shared out among threads. */
export type BuildWork = {
  prepare: (notes: readonly ReadNote[]) => Promise<WrittenNote[]>;
  /** Renders addresses into files. */
  write: (addresses: readonly string[]) => Promise<void>;
  /** Finds what to read after each note. */
  computeRelated: () => Promise<void>;
  /** Brings the search index up to the notes. */
  index: () => Promise<void>;
};

/** Does work on a snapshot: on the one that is open in this thread, or on connections of its own. */
export function buildWork(job: BuildJob, open?: Snapshot): BuildWork {
  const { entry, snapshotFile, prerendered, outDir } = job;
  let fileAt: Promise<FileAt> | undefined;
  const renderer = async () => {
    const { fileRenderer } = await loadRenderer({ entry });
    const { content } = open ?? (await openSnapshot(snapshotFile, { prerendered, readOnly: true }));
    return fileRenderer({ ...job, content });
  };
  const changing = async (change: (snapshot: Snapshot) => void) => {
    const snapshot = open ?? (await openSnapshot(snapshotFile, { prerendered }));
    try {
      change(snapshot);
    } finally {
      if (snapshot !== open) snapshot.close();
    }
  };
  return {
    prepare: preparedNotes,
    async write(addresses) {
      await writePages(addresses, outDir, await (fileAt ??= renderer()));
    },
    computeRelated: () => changing((snapshot) => snapshot.computeRelated()),
    index: () => changing((snapshot) => snapshot.index()),
  };
}
