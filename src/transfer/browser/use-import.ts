import { useEffect, useRef, useState } from 'react';
import type { ImportVisibility, Import } from '../model/import.ts';
import type { ImportFile } from '../formats/file.ts';
import { runImport, type ImportEnd, type ImportProgress } from './import-run.ts';
import type { Failure } from '../../platform/browser/api.ts';
import { call } from './calls.ts';

/** The state of an import, and undoing it step by step; after an interruption, `undo` continues. */
export function useUndo(first: Import) {
  const [current, setCurrent] = useState(first);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const isShown = useRef(true);
  useEffect(() => {
    isShown.current = true;
    return () => void (isShown.current = false);
  }, []);

  async function undo(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    while (isShown.current) {
      const answer = await call('POST /api/imports/{id}/undo', { at: { id: first.id } });
      if (!answer.ok) {
        setFailure(answer);
        break;
      }
      setCurrent(answer.data.import);
      if (answer.data.import.state === 'undone') break;
    }
    setBusy(false);
  }

  return { current, busy, failure, undo };
}

/** A file that was chosen or dropped; its name is the path within a chosen folder. */
export type ChosenFile = ImportFile;

type Running = { files: readonly ImportFile[]; visibility: ImportVisibility };

/** One import on this page: starts, stops and continues it, with its progress. `onEnd` is called when it has ended. */
export function useImport(onEnd: () => void) {
  const [progress, setProgress] = useState<ImportProgress>();
  const [end, setEnd] = useState<ImportEnd>();
  const [busy, setBusy] = useState(false);
  const last = useRef<Running>(undefined);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);

  const run = async (running: Running) => {
    stop.current?.abort();
    const { signal } = (stop.current = new AbortController());
    last.current = running;
    setBusy(true);
    setEnd(undefined);
    setProgress(undefined);
    const ended = await runImport(
      running.files,
      running.visibility,
      (now) => !signal.aborted && setProgress(now),
      signal,
    );
    if (stop.current.signal !== signal) return;
    setBusy(false);
    setEnd(ended);
    onEnd();
  };

  return {
    progress,
    end,
    busy,
    start: (files: readonly ImportFile[], visibility: ImportVisibility) => void run({ files, visibility }),
    stop: () => stop.current?.abort(),
    goOn: () => last.current && void run(last.current),
  };
}

/** The files of a field, named by their paths within a chosen folder. */
export function chosenFiles(files: Iterable<File> | null): ImportFile[] {
  return [...(files ?? [])].map((file) => fileAt(file.webkitRelativePath || file.name, file));
}

function fileAt(name: string, file: File): ImportFile {
  return { name, size: file.size, stream: () => file.stream() };
}

/** A file that the browser lists but cannot read, such as a broken link: reading it fails with the reason. */
function unreadableAt(name: string, error: unknown): ImportFile {
  return { name, size: 0, stream: () => new ReadableStream({ start: (controller) => controller.error(error) }) };
}

/**
 * All dropped files, including those in folders; undefined if no files were dropped. Call it while the event is handled:
 * afterwards the browser no longer provides them.
 */
export async function droppedFiles({ items }: DataTransfer): Promise<ImportFile[] | undefined> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  if (dropped.every(({ entry, file }) => !entry && !file)) return undefined;
  const found: ImportFile[] = [];
  for (const { entry, file } of dropped) {
    if (entry) await gather(entry, found);
    // An item that a page provided itself is not in any folder.
    else if (file) found.push(fileAt(file.name, file));
  }
  return found;
}

async function gather(entry: FileSystemEntry, found: ImportFile[]): Promise<void> {
  const name = entry.fullPath.replace(/^\//, '');
  try {
    if (!entry.isFile) return await gatherFolder(entry as FileSystemDirectoryEntry, found);
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push(fileAt(name, file));
  } catch (error) {
    found.push(unreadableAt(name, error));
  }
}

async function gatherFolder(entry: FileSystemDirectoryEntry, found: ImportFile[]): Promise<void> {
  const reader = entry.createReader();
  for (;;) {
    // A folder is listed in portions; an empty one is the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await gather(each, found);
  }
}
