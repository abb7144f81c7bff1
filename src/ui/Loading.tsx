/** Lines in the place of what is on its way, with a sentence for those who do not see them. */
export function Loading({ what, lines = 3 }: { what: string; lines?: number }) {
  return (
    <div role="status" className="grid gap-3 py-2">
      <span className="sr-only">{what}</span>
      {Array.from({ length: lines }, (_, line) => (
        <span
          key={line}
          aria-hidden="true"
          className="h-4 animate-pulse rounded-md bg-sunken last:w-3/5 motion-reduce:animate-none"
        />
      ))}
    </div>
  );
}
