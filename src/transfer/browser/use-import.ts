import { useEffect, useRef, useState } from 'react';
import type { ImportVisibility, Import } from '../model/import.ts';
import type { ImportFile } from '../formats/file.ts';
import { runImport, type ImportEnd, type ImportProgress } from './import-run.ts';
import type { Failure } from '../../platform/browser/api.ts';
import { call } from './calls.ts';

/** An import as it is, and undoing it step by step; what was interrupted goes on when it is asked for again. */
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

/** A file as it was chosen or dropped; its name is the path within a folder that was. */
export type ChosenFile = ImportFile;

type Running = { files: readonly ImportFile[]; visibility: ImportVisibility };

/** One import of this page: starts, stops and goes on, and says how far it is. `onEnd` is called when it rests. */
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

/** Files of a field that was filled in, each by its path within a folder that was chosen. */
export function chosenFiles(files: Iterable<File> | null): ImportFile[] {
  return [...(files ?? [])].map((file) => fileAt(file.webkitRelativePath || file.name, file));
}

function fileAt(name: string, file: File): ImportFile {
  return { name, size: file.size, stream: () => file.stream() };
}

/** What a browser names and does not give, as a link into nowhere: who reads it hears why. */
function unreadableAt(name: string, error: unknown): ImportFile {
  return { name, size: 0, stream: () => new ReadableStream({ start: (controller) => controller.error(error) }) };
}

/**
 * Everything that was dropped, also what is within folders; undefined where that was no file. To be called while the event is handled: afterwards a browser
 * tells nothing more of it.
 */
export async function droppedFiles({ items }: DataTransfer): Promise<ImportFile[] | undefined> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  if (dropped.every(({ entry, file }) => !entry && !file)) return undefined;
  const found: ImportFile[] = [];
  for (const { entry, file } of dropped) {
    if (entry) await gather(entry, found);
    // What a page itself put there is in no folder.
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
    // A folder is told in portions, the last of which is empty.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await gather(each, found);
  }
}
