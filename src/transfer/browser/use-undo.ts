import { useEffect, useRef, useState } from 'react';
import type { Import } from '../model/import.ts';
import { type Failure, callsOf } from '../../platform/browser/api.ts';
import type { TransferCalls } from '../server/routes.ts';

const call = callsOf<TransferCalls>();

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
