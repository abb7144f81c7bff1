import type { ExportFormat } from '../model/export-formats.ts';
import type { MadeExport } from '../model/export.ts';
import { sizeInWords } from '../../platform/model/bytes.ts';
import { failureOf, unanswered, type Answer } from '../../platform/browser/api.ts';
import { call } from './calls.ts';
import { download } from '../../platform/browser/download.ts';

const retryMs = 2000;

/** A whole export: an address that sends it, or a file that was put together here, with its name. */
export type WholeExport = { href: string } | { name: string; file: Blob };

/** How often each request is tried: one lost answer should not cost the others. */
const attempts = 4;

/** Exports a file. If one response cannot hold it, it is made first, and its parts are joined. `onMaking` gets the progress. */
export async function fetchExport(
  format: ExportFormat,
  onMaking: (made: MadeExport) => void,
): Promise<Answer<WholeExport>> {
  const plan = await call('POST /api/exports', { body: { format } });
  if (!plan.ok || 'href' in plan.data) return plan as Answer<WholeExport>;
  let { made } = plan.data;
  let lost = 0;
  while (made.state === 'waiting') {
    onMaking(made);
    await new Promise((resolve) => setTimeout(resolve, retryMs));
    const read = await call('GET /api/exports/{id}', { at: { id: made.id } });
    lost = read.ok ? 0 : lost + 1;
    if (read.ok) ({ made } = read.data);
    else if (!mayHeal(read.status) || lost === attempts) return read;
  }
  if (made.state === 'failed') {
    const detail = `The file couldn’t be made${made.why ? `: ${made.why}` : '.'} Choose another format, or try again later.`;
    return { ok: false, status: 500, problem: { title: 'Not made', detail } };
  }
  const parts: Blob[] = [];
  for (let part = 1; part <= made.parts; part += 1) {
    const found = await fetchPart(`/api/exports/${made.id}/parts/${part}`);
    if (!found) return unanswered;
    const { answer, body } = found;
    if (!answer.ok) return failureOf(answer, await new Response(body).json().catch(() => undefined));
    parts.push(body);
  }
  return { ok: true, data: { name: made.name, file: new Blob(parts) } };
}

const mayHeal = (status: number) => status === 0 || status >= 500;

/** A part of an export; undefined if no complete answer arrived. */
async function fetchPart(address: string): Promise<{ answer: Response; body: Blob } | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await wholeAnswer(address).catch(() => undefined);
    if ((found && !mayHeal(found.answer.status)) || attempt === attempts) return found;
    await new Promise((resolve) => setTimeout(resolve, retryMs));
  }
}

async function wholeAnswer(address: string) {
  const answer = await fetch(address);
  return { answer, body: await answer.blob() };
}

/** A sentence about an export that is being made. */
export function exportProgressText({ begun, bytes, parts }: Pick<MadeExport, 'begun' | 'bytes' | 'parts'>): string {
  const made = parts === 0 ? 'Your file is being made.' : `Your file is being made: ${sizeInWords(bytes)} so far.`;
  return begun > 1 ? `Making your file was interrupted, so it was started again. ${made}` : made;
}

/** Downloads the export. */
export function saveExport(whole: WholeExport): void {
  if ('href' in whole) download(whole.href);
  else download(whole.file, whole.name);
}
