import { cn } from './cn.ts';

/** Holds the place of something that is on its way: a line of text unless its class names say otherwise. */
export function Skeleton({ className }: { className?: string }) {
  return (
    <span
      aria-hidden="true"
      className={cn('block h-4 animate-pulse rounded-md bg-line motion-reduce:animate-none', className)}
    />
  );
}
