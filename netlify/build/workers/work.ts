import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type FileAt, loadRenderer } from '../renderer/renderer.ts';
import type { Build } from '../../../src/reading/model/content.ts';
import { type WrittenNote, preparedNotes } from '../../../src/publishing/server/snapshot/write.ts';
import type { ReadNote } from '../../../src/reading/server/prepared-note.ts';
import { causeOf, isSystemError } from '../../../src/platform/model/cause.ts';
import { endless, underWay, type Watched } from './under-way.ts';
import { log } from '../../../src/platform/server/log.ts';
import { isSearchFile } from '../../../src/search/model/files.ts';
import { openSnapshot, type Snapshot } from '../../../src/publishing/server/snapshot/snapshot.ts';

/** Addresses whose pages always have this status. */
const statuses: Record<string, number> = { '/404': 404, '/500': 500 };

/** The file of an address (percent-encoded) in a release, with `/` between folders. */
export function fileOf(address: string): string {
  const name = decodeURIComponent(address).slice(1);
  if (name === '') return 'index.html';
  return /\.(?:xml|json|js|txt|md|bin|webmanifest)$/.test(name) ? name : `${name}.html`;
}

/** A page that could not be rendered, and why. */
export type BrokenPage = { address: string; cause: string };

/** Without these there is no site, or none that can be searched. */
const isEssential = (address: string) =>
  address === '/' || address in statuses || address.startsWith('/builds/') || isSearchFile(address);

/**
 * Renders each address into its file, and returns those whose pages fail: they are omitted, so that one note does not stop
 * all others. Throws if an essential page, the machine or the snapshot fails. Files are written synchronously, since handing
 * each to another thread takes longer than writing it.
 */
async function writePages(
  addresses: readonly string[],
  { outDir, fileAt, begin }: { outDir: string; fileAt: FileAt; begin: (address: string) => boolean },
): Promise<BrokenPage[]> {
  const folders = new Set<string>();
  const broken: BrokenPage[] = [];
  for (const address of addresses) {
    const content = begin(address) ? contentOf(address, fileAt) : Promise.reject(new Error(endless));
    const rendered = await content.catch((error: unknown) => {
      if (isEssential(address) || isSystemError(error)) throw error;
      broken.push({ address, cause: causeOf(error) });
    });
    if (rendered === undefined) continue;
    const file = path.join(outDir, fileOf(address));
    const folder = path.dirname(file);
    if (!folders.has(folder)) mkdirSync(folder, { recursive: true });
    folders.add(folder);
    writeFileSync(file, rendered);
  }
  begin('');
  return broken;
}

async function contentOf(address: string, fileAt: FileAt): Promise<string | Uint8Array> {
  const { status, content } = await fileAt(address);
  if (status !== (statuses[address] ?? 200)) throw new Error(`${address} was rendered with status ${status}.`);
  return content;
}

export type BuildJob = {
  /** The renderer's module. */
  entry: string;
  build: Build;
  snapshotFile: string;
  prerendered: number;
  siteUrl: string;
  outDir: string;
  watched?: Watched | undefined;
};

/** The work of a build that threads can share. */
export type BuildWork = {
  prepare: (notes: readonly ReadNote[]) => Promise<WrittenNote[]>;
  /** Renders addresses into files, and returns those that fail. */
  write: (addresses: readonly string[]) => Promise<BrokenPage[]>;
  /** Computes what to read after each note. */
  computeRelated: () => Promise<void>;
  /** Updates the search index. */
  index: () => Promise<void>;
};

/** Works on a snapshot: on the one open in this thread, or on connections of its own. */
export function buildWork(job: BuildJob, open?: Snapshot): BuildWork {
  const { entry, snapshotFile, prerendered, outDir } = job;
  const { begin } = underWay(job.watched);
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
    async prepare(notes) {
      const prepared: WrittenNote[] = [];
      for (const read of notes) {
        const { uuid, rev } = read.note;
        if (begin(`${uuid} ${rev}`)) prepared.push(...(await preparedNotes([read])));
        else log('error', 'a note cannot be published', { uuid, error: endless });
      }
      begin('');
      return prepared;
    },
    write: async (addresses) => writePages(addresses, { outDir, fileAt: await (fileAt ??= renderer()), begin }),
    computeRelated: () => changing((snapshot) => snapshot.computeRelated()),
    index: () => changing((snapshot) => snapshot.index()),
  };
}
