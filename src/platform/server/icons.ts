import { isDrawing, parseIconName, svgOf, type Icon } from '../model/icon.ts';
import { log } from './log.ts';
import { recent } from './recent.ts';

/** The installed collections, loaded when first needed: one for things, one for brands. */
const installed = {
  lucide: async () => (await import('@iconify-json/lucide')).icons,
  'simple-icons': async () => (await import('@iconify-json/simple-icons')).icons,
};
type IconSet = Awaited<ReturnType<(typeof installed)[keyof typeof installed]>>;

const timeoutMs = 500;

/** The API's answer, in the shape of Iconify's own. `complete` is false if the public API did not answer. */
export type FoundIcons = {
  data: { prefix: string; icons: Record<string, Icon>; not_found: string[] };
  complete: boolean;
};

/** Icons last fetched from the public API: many readers of a page cause one call. */
const fetched = recent<Icon>(1024 * 1024, ({ body }) => body.length);

/** The public icon API: its address, and a check that throws if it may not be called now. */
type PublicIcons = { apiUrl: string; requireCall: () => Promise<void> };

/**
 * The named icons of a collection: from the installed collections, else from the public icon API, which gets 500 ms. Icons
 * whose bodies do more than draw count as not found.
 */
export async function findIcons(
  collection: string,
  names: readonly string[],
  { apiUrl, requireCall }: PublicIcons,
): Promise<FoundIcons> {
  const local = await installedSet(collection);
  const known = (name: string) => (local ? iconIn(local, name) : fetched.get(`${apiUrl} ${collection}:${name}`));
  const icons = new Map(names.map((name) => [name, known(name)]));
  const requested = local ? [] : names.filter((name) => !icons.get(name));
  if (requested.length > 0) await requireCall();
  const set = requested.length > 0 ? await publicSet(collection, requested, apiUrl) : {};
  for (const name of requested) {
    const icon = set && iconIn(set, name);
    icons.set(name, icon);
    if (icon) fetched.set(`${apiUrl} ${collection}:${name}`, icon);
  }
  const found = [...icons].flatMap(([name, icon]) => (icon ? [[name, icon] as const] : []));
  const missing = names.filter((name) => !icons.get(name));
  const data = { prefix: collection, icons: Object.fromEntries(found), not_found: missing };
  return { data, complete: set !== undefined };
}

/** A note's icon as SVG, if it is in an installed collection: builds must not depend on the network. */
export async function installedSvg(name: string | null): Promise<string | undefined> {
  const parsed = name === null ? undefined : parseIconName(name);
  const set = parsed && (await installedSet(parsed.collection));
  const icon = set && iconIn(set, parsed.icon);
  return icon && svgOf(`${parsed.collection}:${parsed.icon}`, icon);
}

/** Icons of the installed collections whose names contain every word of `query`, the closest first, at most `limit`. */
export async function searchIcons(query: string, limit: number): Promise<(Icon & { name: string })[]> {
  const words = query
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean);
  if (words.length === 0) return [];
  const hits: { name: string; icon: Icon; distance: number }[] = [];
  for (const collection of Object.keys(installed)) {
    const set = await installedSet(collection);
    for (const name of Object.keys(set?.icons ?? {})) {
      if (!words.every((word) => name.includes(word))) continue;
      const icon = set && iconIn(set, name);
      if (icon) hits.push({ name: `${collection}:${name}`, icon, distance: distanceOf(name, words) });
    }
  }
  hits.sort((a, b) => a.distance - b.distance || a.name.length - b.name.length);
  return hits.slice(0, limit).map(({ name, icon }) => ({ name, ...icon }));
}

/**
 * How far a name is from what was typed: equal, all words in it, all at the beginning of its words, or merely contained.
 */
function distanceOf(name: string, words: readonly string[]): number {
  if (name === words.join('-')) return 0;
  const parts = name.split('-');
  if (words.every((word) => parts.includes(word))) return 1;
  return words.every((word) => parts.some((part) => part.startsWith(word))) ? 2 : 3;
}

async function installedSet(collection: string): Promise<IconSet | undefined> {
  return Object.hasOwn(installed, collection) ? installed[collection as keyof typeof installed]() : undefined;
}

async function publicSet(
  collection: string,
  names: readonly string[],
  apiUrl: string,
): Promise<Partial<IconSet> | undefined> {
  const address = `${apiUrl}/${collection}.json?icons=${names.join(',')}`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' });
    if (response.status === 404) return {};
    if (!response.ok) throw new Error(`It answered ${response.status}.`);
    return (await response.json()) as Partial<IconSet>;
  } catch (error) {
    log('warn', 'icons cannot be had', { address, error: String(error) });
    return undefined;
  }
}

/** An icon from the network is accepted only if it has the shape of one. */
function iconIn(set: Partial<IconSet>, name: string): Icon | undefined {
  const alias = own(set.aliases, name);
  // Rotated and mirrored aliases need a transformation of the body; the collections here have none.
  if (alias && (alias.rotate || alias.hFlip || alias.vFlip)) return undefined;
  const icon = own(set.icons, alias?.parent ?? name);
  if (typeof icon?.body !== 'string' || icon.hidden || !isDrawing(icon.body)) return undefined;
  const [width, height] = [icon.width ?? set.width ?? 16, icon.height ?? set.height ?? 16];
  const [left, top] = [icon.left ?? set.left ?? 0, icon.top ?? set.top ?? 0];
  if (![width, height, left, top].every(Number.isFinite)) return undefined;
  return { body: icon.body, width, height, ...(left ? { left } : {}), ...(top ? { top } : {}) };
}

function own<Value>(record: Record<string, Value> | undefined, key: string): Value | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}
