import { useEffect, useRef, useState } from 'react';
import type { ImportVisibility } from '../model/import.ts';
import type { ChosenFile } from './dropped-files.ts';
import { runImport, type ImportEnd, type ImportProgress } from './import-run.ts';

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
