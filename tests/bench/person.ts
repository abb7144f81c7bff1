import { performance } from 'node:perf_hooks';

export type Person = { cookie: string; headers: Record<string, string> };

/** Signs up a new person on the running product. */
export async function signUp(url: string): Promise<Person> {
  const handle = `bench${Date.now().toString(36)}`;
  const answer = await fetch(`${url}/api/auth/signup`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: url },
    body: JSON.stringify({ email: `${handle}@example.org`, handle, password: 'three grey herons wait' }),
  });
  if (answer.status !== 201) throw new Error(`Sign-up answered ${answer.status}: ${await answer.text()}`);
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  return { cookie, headers: { 'Content-Type': 'application/json', Origin: url, Cookie: cookie } };
}

/**
 * Milliseconds from sending a note until it is readable and until it is a file, and from the response until it is a
 * file.
 */
export type Saved = { path: string; readableMs: number; staticMs: number; publishMs: number };

const words = 'reading and writing in the margin of a page keeps what a hurried eye would lose on its way'.split(' ');

/** A different text of about 1,000 words each time: a repeated one would be held for review. */
export function thousandWords(): string {
  const word = () => words[Math.floor(Math.random() * words.length)];
  const paragraph = (_: unknown, index: number) => `Paragraph ${index}: ${Array.from({ length: 48 }, word).join(' ')}.`;
  return Array.from({ length: 20 }, paragraph).join('\n\n');
}

/** Saves a note of about 1,000 words, and measures the milliseconds until it is readable, and until it is a file. */
export async function saveNote(url: string, person: Person): Promise<Saved> {
  const begun = performance.now();
  const saved = await fetch(`${url}/api/notes`, {
    method: 'POST',
    headers: person.headers,
    body: JSON.stringify({ title: `Measured at ${begun}`, body: thousandWords() }),
  });
  if (saved.status !== 201) throw new Error(`Saving answered ${saved.status}: ${await saved.text()}`);
  const { path } = (await saved.json()) as { path: string };
  const answered = performance.now();
  const first = await fetch(url + path);
  if (first.status !== 200) throw new Error(`${path} answered ${first.status} after saving.`);
  await first.text();
  const readableMs = performance.now() - begun;
  const deadline = begun + 10 * 60_000;
  while (performance.now() < deadline) {
    const answer = await fetch(url + path);
    await answer.text();
    // Only a function's response has cache headers for the CDN.
    if (!answer.headers.has('Netlify-CDN-Cache-Control')) {
      const now = performance.now();
      return { path, readableMs, staticMs: now - begun, publishMs: now - answered };
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error(`${path} was not a file after ten minutes.`);
}

/** Latencies in ms of `perSecond` session calls a second for `seconds`, each sent at its time whether or not earlier ones answered. */
export async function sessionLatencies(
  url: string,
  person: Person,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const begun = performance.now();
  const calls = Array.from({ length: perSecond * seconds }, async (_, index) => {
    const due = begun + (index * 1000) / perSecond;
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
    const answer = await fetch(`${url}/api/_auth/session`, { headers: { ...person.headers, Accept: 'text/json' } });
    await answer.text();
    return performance.now() - due;
  });
  return Promise.all(calls);
}

/** The value that this share of the numbers does not exceed. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}
