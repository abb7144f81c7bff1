import { useEffect, useState } from 'react';

type ReadingProgressProps = { title: string; progress: number; onChange: (progress: number) => Promise<unknown> };
const restMs = 400;
export const percent = (share: number) => Math.round(share * 100);

/** How far a note is read: shown, and set in steps of five percent. */
export function ReadingProgress({ title, progress, onChange }: ReadingProgressProps) {
  const [moving, setMoving] = useState<number>();
  const shown = moving ?? percent(progress);

  // Stored once the pointer or the keys rest; a change made meanwhile is stored next.
  useEffect(() => {
    if (moving === undefined) return;
    const timer = setTimeout(() => {
      void onChange(moving / 100).then(() => setMoving((now) => (now === moving ? undefined : now)));
    }, restMs);
    return () => clearTimeout(timer);
  }, [moving, onChange]);

  return (
    <label className="mt-2 flex items-center gap-3 text-sm text-muted">
      <span className="sr-only">How much of “{title}” you’ve read</span>
      <input
        type="range"
        min={0}
        max={100}
        step={5}
        value={shown}
        aria-valuetext={`${shown} percent`}
        className="h-6 w-full max-w-xs cursor-pointer accent-primary"
        onChange={(event) => setMoving(event.target.valueAsNumber)}
      />
      <span aria-hidden="true" className="w-10 tabular-nums">
        {shown}%
      </span>
    </label>
  );
}
