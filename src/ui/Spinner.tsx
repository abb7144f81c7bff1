/** Turns while something is under way. Whoever shows it says what, since it is hidden from screen readers. */
export function Spinner() {
  return (
    <span
      aria-hidden="true"
      className="size-[1em] flex-none animate-spin rounded-full border-2 border-current border-t-transparent motion-reduce:animate-none"
    />
  );
}
