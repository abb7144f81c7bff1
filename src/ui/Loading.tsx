import { Skeleton } from './Skeleton.tsx';

/** Lines in the place of what is on its way, with a sentence for those who do not see them. */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">{what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="last:w-3/5" />
      ))}
    </div>
  );
}
