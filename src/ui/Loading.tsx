import { cn } from './cn.ts';

/** Lines in the place of what is on its way, with a sentence for those who do not see them. */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3 py-2 [@media(scripting:none)]:hidden">
      <span className="sr-only">{what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <Skeleton key={line} className="last:w-3/5" />
      ))}
    </div>
  );
}

/** Holds the place of something that is on its way: a line of text unless its class names say otherwise. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('block h-4 animate-pulse rounded-md bg-line motion-reduce:animate-none', className)}
    />
  );
}
