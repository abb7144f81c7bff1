import type { Copy } from '../model/capture.ts';
import { cleanHtml } from './clean-html.ts';
import { overLimit } from './html-budget.ts';

/** A copy made safe, or why there is nothing to keep. */
export type Brought = { ok: true; copy: Copy } | { ok: false; why: string };

/**
 * The copy of a page that a file brings, made safe as the page itself would be: nothing in a file is trusted. One that
 * was kept here comes out as it was.
 */
export function broughtCopy({ facts, ...copy }: Copy): Brought {
  if (!isWebAddress(copy.url)) return { ok: false, why: 'Its page has no web address.' };
  const over = overLimit(copy.html);
  if (over) return { ok: false, why: `${over.why} (at character ${over.at})` };
  const { html, text } = cleanHtml(copy.html, copy.url);
  if (text === '') return { ok: false, why: 'There is no text in it.' };
  const [image, canonical] = [facts.image, facts.canonical].map((url) => (isWebAddress(url) ? url : null));
  return { ok: true, copy: { ...copy, facts: { ...facts, image: image ?? null, canonical: canonical ?? null }, html } };
}

function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}
