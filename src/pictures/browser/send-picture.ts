import { failureOf, personHeader, unanswered, type Answer, type Failure } from '../../platform/browser/api.ts';

/** Pictures are larger than other calls, and connections may be slow. */
const timeoutMs = 120_000;

const tooSlow: Failure = {
  ok: false,
  status: 0,
  problem: {
    title: 'Too slow',
    detail: 'The picture couldn’t be uploaded within two minutes. Add it again when your connection is better.',
  },
};

/** Uploads a picture for a person's notes; the returned address is for their texts. */
export async function sendPicture(picture: Blob, name: string): Promise<Answer<{ address: string }>> {
  const form = new FormData();
  form.set('file', picture, name);
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await fetch('/api/pictures', { method: 'POST', headers: personHeader(), body: form, signal });
    const text = await answer.text();
    if (answer.ok) return { ok: true, data: JSON.parse(text) as { address: string } };
    return failureOf(answer, problemIn(text));
  } catch {
    return signal.aborted ? tooSlow : unanswered;
  }
}

function problemIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
