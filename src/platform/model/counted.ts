/** `1,200`. Not by the locale's rules, as loading those takes every function's first call 20 ms. */
export function grouped(count: number): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 vote`, `3 votes`, `1,200 votes`. */
export function countedOf(count: number, one: string): string {
  return `${grouped(count)} ${one}${count === 1 ? '' : 's'}`;
}
