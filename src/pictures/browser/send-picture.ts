import { failureOf, unanswered, type Answer } from '../../platform/browser/api.ts';

/** Has a picture kept for one's notes; its address is for their texts. */
export async function sendPicture(picture: Blob, name: string): Promise<Answer<{ address: string }>> {
  const form = new FormData();
  form.set('file', picture, name);
  const answer = await fetch('/api/pictures', { method: 'POST', body: form }).catch(() => undefined);
  if (!answer) return unanswered;
  const body: unknown = await answer.json().catch(() => undefined);
  return answer.ok ? { ok: true, data: body as { address: string } } : failureOf(answer, body);
}
