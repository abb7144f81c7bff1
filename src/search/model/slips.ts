/**
 * How many letters must be changed, added, left out or swapped with their neighbour to turn one word into the other; a
 * number above `most` where it is more than that.
 */
export function slips(one: string, other: string, max: number): number {
  const [a, b] = [[...one], [...other]];
  if (Math.abs(a.length - b.length) > max) return max + 1;
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1];
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const steps = [(row[j - 1] ?? 0) + (same ? 0 : 1), (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1];
      next[j] = Math.min(...steps, swapped ? (before[j - 2] ?? 0) + 1 : Infinity);
    }
    if (Math.min(...next) > max) return max + 1;
    [before, row] = [row, next];
  }
  return row[b.length] ?? max + 1;
}
