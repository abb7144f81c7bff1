const throttleMs = 1_000;
const repeatsShown = 5;

/**
 * A log that cannot flood the console. Of identical lines, each within 1000 ms of the last, the first five are written
 * and the rest are counted; the count is written before the next line that is not one of them. `now` is in ms.
 */
export function createThrottledLog(write: (line: string) => void): (line: string, now: number) => void {
  let last = { line: '', at: Number.NEGATIVE_INFINITY, count: 0 };
  return (line, now) => {
    const repeated = line === last.line && now - last.at < throttleMs;
    if (!repeated && last.count > repeatsShown) write(`${last.line} (${last.count - repeatsShown} more times)`);
    last = { line, at: now, count: repeated ? last.count + 1 : 1 };
    if (last.count <= repeatsShown) write(line);
  };
}
