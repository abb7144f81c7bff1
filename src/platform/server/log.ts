export type Level = 'debug' | 'info' | 'warn' | 'error';

const levels: readonly Level[] = ['debug', 'info', 'warn', 'error'];
const longest = 4000;

/** Personal data is replaced wherever it occurs in a text: errors quote addresses, commands and input. */
const personal: readonly [found: RegExp, instead: string][] = [
  [/(https?:\/\/)[^\s/@]{1,200}@/gi, '$1'],
  [/\?[^\s"'<>)]{1,2000}/g, '?…'],
  [/[^\s@<>"'(),:;/]{1,64}@[^\s@<>"'(),:;/]{1,255}\.[a-z]{2,}/gi, '(address)'],
  [/\b(?:Bearer|Basic)\s+[\w.+/=~-]{1,500}/gi, '(token)'],
  [/\b(?:token|cookie|password|secret|session)["']?\s{0,3}[=:]\s{0,3}["']?[^\s"',;]{4,500}/gi, '(secret)'],
  [/\b(?!127\.|0\.0\.0\.0)\d{1,3}(?:\.\d{1,3}){3}\b/g, '(ip)'],
  [/(?<![\w:])(?!::1\b)(?=[\da-f:]{0,39}::|(?:[\da-f]{1,4}:){7})[\da-f:]{3,39}(?![\w:])/gi, '(ip)'],
];

/**
 * Writes one line of JSON to the log: time, level, what happened (`event`, a constant sentence or name), and
 * further fields. E-mail addresses, IP addresses, tokens and queries are removed from it; never pass it a body.
 * LOG_LEVEL is the lowest level that is written; the default is `warn`.
 */
export function log(level: Level, event: string, fields: Record<string, unknown> = {}): void {
  const threshold = levels.indexOf(process.env['LOG_LEVEL'] as Level);
  if (levels.indexOf(level) < (threshold < 0 ? levels.indexOf('warn') : threshold)) return;
  const line = { time: new Date().toISOString(), level, event, ...fields };
  console[level](JSON.stringify(line, (name, value: unknown) => shown(name, value)));
}

function shown(name: string, value: unknown): unknown {
  if (value instanceof Error) return withoutPersons(value.stack ?? value.message);
  return typeof value === 'string' && name !== 'time' ? withoutPersons(value) : value;
}

function withoutPersons(text: string): string {
  return personal.reduce((rest, [found, instead]) => rest.replace(found, instead), text.slice(0, longest));
}
