import { useEffect, useRef, useState } from 'react';
import type { ImportVisibility, Import } from '../model/import.ts';
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

type Running = { files: readonly ChosenFile[]; visibility: ImportVisibility };

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
    const files = running.files.map(({ name, file }) => ({ name, size: file.size, stream: () => file.stream() }));
    const ended = await runImport(files, running.visibility, (now) => !signal.aborted && setProgress(now), signal);
    if (stop.current.signal !== signal) return;
    setBusy(false);
    setEnd(ended);
    onEnd();
  };

  return {
    progress,
    end,
    busy,
    start: (files: readonly ChosenFile[], visibility: ImportVisibility) => void run({ files, visibility }),
    stop: () => stop.current?.abort(),
    goOn: () => last.current && void run(last.current),
  };
}

/** A file as it was chosen or dropped; `name` is its path within a folder that was. */
export type ChosenFile = { name: string; file: File };

/** Files of a field that was filled in. */
export function chosenFiles(files: Iterable<File> | null): ChosenFile[] {
  return [...(files ?? [])].map((file) => ({ name: file.webkitRelativePath || file.name, file }));
}

/**
 * Everything that was dropped, also what is within folders. To be called while the event is handled: afterwards a browser
 * tells nothing more of it.
 */
export async function droppedFiles({ items }: DataTransfer): Promise<ChosenFile[]> {
  const dropped = [...items].map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const found: ChosenFile[] = [];
  for (const { entry, file } of dropped) {
    if (entry) await gather(entry, found);
    // What a page itself put there is in no folder.
    else if (file) found.push({ name: file.name, file });
  }
  return found;
}

async function gather(entry: FileSystemEntry, found: ChosenFile[]): Promise<void> {
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ name: entry.fullPath.replace(/^\//, ''), file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A folder is told in portions, the last of which is empty.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return;
    for (const each of some) await gather(each, found);
  }
}
