import { pictureAddress, pictureSizes } from '../model/picture-addresses.ts';

/** Why a copy is shown instead of the page. */
export type Reason = 'offline' | 'unreachable' | 'slow';

const reasons: Record<Reason, string> = {
  offline: 'You’re offline.',
  unreachable: 'The site can’t be reached right now.',
  slow: 'The network is slow.',
};

/** The page with a line above its content that says that it is a copy, and how old. `at` is ISO 8601. */
export function withCopyNotice(html: string, reason: Reason, at: string): string {
  const when = new Date(at).toLocaleString('en-GB', { dateStyle: 'long', timeStyle: 'short' });
  const line = `<p class="kept" role="status" data-kept="${reason}">${reasons[reason]} This is the page as saved on <time datetime="${at}">${when}</time>.</p>`;
  return html.replace(/<main\b[^>]*>/, (main) => main + line);
}

/** A page's own title, without the site's. */
export function titleOf(html: string): string {
  const [, title = ''] = /<title>([^<]*)<\/title>/.exec(html) ?? [];
  const text = title.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (entity) => entities[entity] ?? entity);
  return text.replace(/ · [^·]*$/, '');
}

const entities: Record<string, string> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&#x27;': "'",
};

/** The hashed files that a page names, styles and scripts, as paths from the root. */
export function assetsOf(html: string): string[] {
  return [...new Set(html.match(/\/_astro\/[\w.-]+\.(?:css|js)/g))];
}

/**
 * The hashed files that a script imports at its start, and two that it loads later: the notice on a copy of a page, which
 * is needed exactly when nothing can be loaded, and what readers of a note need as soon as they scroll.
 */
export function importsOf(script: string): string[] {
  const first = script.matchAll(/(?:\bfrom|\bimport)\s*["']\.\/([\w.-]+\.js)["']/g);
  const late = script.matchAll(/\bimport\(["'`]\.\/((?:kept-page-notice|reading-lazy)\.[\w-]+\.js)["'`]\)/g);
  return [...first, ...late].map(([, name]) => `/_astro/${name}`);
}

/** Every hashed file that a script names, whether it imports it at its start or may load it later. */
export function hashedFilesIn(script: string): string[] {
  const names = script.matchAll(/(?:\.|_astro)\/([\w.-]+\.(?:js|css))\b/g);
  return [...new Set([...names].map(([, name]) => `/_astro/${name}`))];
}

/** Paths of our own pictures in an answer: those in its HTML, and those that its JSON names. */
export function picturesIn(json: string): string[] {
  const sources = json.matchAll(/\bsrc=\\?"(\/(?!\/)[^"\\]+)/g);
  const nameMatches = json.matchAll(/"(icon|lead|avatar)":(?:\{"name":)?"([\da-f]{32})"/g);
  return [
    ...new Set([
      ...[...sources].map(([, path = '']) => pathOf(path.replaceAll('&amp;', '&'))),
      ...[...nameMatches].flatMap(([, kind, name = '']) =>
        pictureSizes[kind as keyof typeof pictureSizes].map((size) => pictureAddress(name, size)),
      ),
    ]),
  ];
}

/** The path and query under which the cache stores an address, whatever its origin. */
export function pathOf(url: string): string {
  const { pathname, search } = new URL(url, 'https://own.invalid');
  return pathname + search;
}
