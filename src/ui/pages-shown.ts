/**
 * Which page numbers to show of `count` pages around `page` (both from 1): the first, the last and the neighbours.
 * `gap` stands for two or more that are left out; a single one is shown, since a gap is no shorter.
 */
export function pagesShown(page: number, count: number): (number | 'gap')[] {
  const wanted = Array.from({ length: count }, (_, index) => index + 1).filter(
    (number) => number === 1 || number === count || Math.abs(number - page) <= 1,
  );
  return wanted.flatMap((number, index) => {
    const missing = number - (wanted[index - 1] ?? 0) - 1;
    if (missing === 0) return [number];
    return missing === 1 ? [number - 1, number] : ['gap' as const, number];
  });
}
