const earliest = Date.parse('1990-01-01');

/**
 * The moment that a program wrote: seconds, milliseconds or microseconds since 1970, or a written date. ISO 8601 in
 * UTC; undefined for what is none, or lies before the web or in the future.
 */
export function moment(written: unknown, now = Date.now()): string | undefined {
  if (typeof written !== 'string' && typeof written !== 'number') return undefined;
  const text = String(written).trim();
  if (!/\d{4}/.test(text)) return undefined;
  const ms = /^\d+(\.\d+)?$/.test(text) ? inMilliseconds(Number(text)) : Date.parse(isoLike(text));
  if (Number.isNaN(ms) || ms < earliest || ms > now + 24 * 3_600_000) return undefined;
  return new Date(Math.min(ms, now)).toISOString();
}

function inMilliseconds(number: number): number {
  if (number < 1e11) return Math.floor(number) * 1000;
  return Math.floor(number < 1e14 ? number : number / 1000);
}

/** `2016-09-08T11:55:58+0200` and `2024-01-02 03:04:05` are not what every engine reads. */
function isoLike(text: string): string {
  return text
    .replace(/^(\d{4}-\d{2}-\d{2}) (\d)/, '$1T$2')
    .replace(/ ?([+-]\d{2})(\d{2})$/, '$1:$2')
    .replace(/^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?)$/, '$1Z');
}
