/** `1 vote`, `3 votes`, `1,200 votes`. */
export function countedOf(count: number, one: string): string {
  return `${count.toLocaleString('en-GB')} ${one}${count === 1 ? '' : 's'}`;
}
