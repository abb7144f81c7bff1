import type { Copy } from '../../domain/capture.ts';
import { cleanHtml } from './clean-html.ts';
import { isReadable } from './read-page.ts';

/**
 * The copy of a page that a file brings, made safe as the page itself would be: nothing in a file is trusted. One that
 * was kept here comes out as it was. Undefined where there is nothing to keep.
 */
export function broughtCopy({ facts, ...copy }: Copy): Copy | undefined {
  if (!isWebAddress(copy.url) || !isReadable(copy.html)) return undefined;
  const { html, text } = cleanHtml(copy.html, copy.url);
  if (text === '') return undefined;
  const [image, canonical] = [facts.image, facts.canonical].map((url) => (isWebAddress(url) ? url : null));
  return { ...copy, facts: { ...facts, image: image ?? null, canonical: canonical ?? null }, html };
}

function isWebAddress(url: string | null): url is string {
  return url !== null && /^https?:$/.test(URL.parse(url)?.protocol ?? '');
}
