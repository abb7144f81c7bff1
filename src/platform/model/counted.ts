/** `1,200`. */
export function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}

/** `1 vote`, `3 votes`, `1,200 votes`. */
export function countedOf(count: number, one: string): string {
  return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}
