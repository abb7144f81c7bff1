/** `1 vote`, `3 votes`. */
export function countedOf(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
