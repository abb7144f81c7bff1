import { randomBytes } from 'node:crypto';
import { watchFile, unwatchFile } from 'node:fs';
import { access, mkdir, readdir, readFile, readlink, rename, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { log } from '../../../src/platform/server/log.ts';
import { BuildRecord } from '../../build/record.ts';
import { flatten, layeredFiles, readOverlay, type Overlay, type ReleaseFiles } from '../server/layers.ts';

export interface Releases {
  /** The served release and the kept ones before it, newest first; empty before the first build. */
  served(): ReleaseFiles[];
  /** The record of the served release; undefined if there is none. */
  record(): BuildRecord | undefined;
  /** The file of the record that the next build may follow: the newest release's, even while an older one is served. */
  base(): string | undefined;
  /** Where the build with this id writes. */
  partial(buildId: string): string;
  /** Publishes a finished build, in one step. Throws if its files or its record are missing. */
  publish(buildId: string): Promise<BuildRecord>;
  /** Serves an earlier release again: the one with this id, or the previous one. Throws with the ids that exist. */
  rollBack(buildId?: string): Promise<BuildRecord>;
  /** Removes what a failed or stopped build left. */
  discard(buildId: string): Promise<void>;
  /** Merges the newest release into one layer if it has too many. */
  tidy(): Promise<void>;
  /** Follows switches by other processes; `onSwitch` is called after each. */
  watch(onSwitch?: () => void): void;
  close(): void;
}

const keptCount = 3;
/** More layers than this under one release cost lookups and memory; merging costs one link for each file. */
const maxLayers = 16;

/** A release with the layers below it that it needs, itself first. */
type Chain = { records: BuildRecord[]; overlays: Overlay[]; whole: string; files: ReleaseFiles };

/**
 * The site's releases under `dataDir`: each is a layer in releases/ with its record beside it, and `current` is a link to
 * the newest layer of the served one. Remains of a killed build or switch are removed first, unless another process is at
 * work there (`tidyUp: false`).
 */
export async function openReleases(dataDir: string, { tidyUp = true } = {}): Promise<Releases> {
  const dir = path.join(dataDir, 'releases');
  const link = path.join(dataDir, 'current');
  await mkdir(dir, { recursive: true });

  const partial = (buildId: string) => path.join(dir, `.${buildId}.partial`);
  const recordFile = (buildId: string) => path.join(dir, `${buildId}.json`);
  const remove = async (name: string) => rm(path.join(dir, name), { recursive: true, force: true });
  const linked = async () => path.basename((await readlink(link).catch(() => undefined)) ?? '');
  const oneByOne = oneAtATime();

  let chains = new Map<string, Chain>();
  let current = '';
  /** Ids of whole releases, newest first. */
  const ids = () => [...chains.keys()].sort().reverse();

  const load = async () => {
    let target: string;
    // Another process that publishes may meanwhile remove the release that was read as served: then it is read again.
    do {
      target = await linked();
      chains = await readChains(dir);
    } while (!chains.has(target) && target !== (await linked()));
    current = chains.has(target) ? target : '';
  };
  const prune = async () => {
    const needed = [...ids().slice(0, keptCount), current].flatMap((id) => chains.get(id)?.records ?? []);
    const names = new Set(needed.flatMap(({ buildId, folder = buildId }) => [`${buildId}.json`, buildId, folder]));
    for (const name of await readdir(dir)) {
      if (names.has(name) || name.startsWith('.')) continue;
      chains.delete(name);
      await remove(name);
    }
  };
  const point = async (buildId: string) => {
    const temporary = path.join(dataDir, `.current.${randomBytes(4).toString('hex')}.tmp`);
    await symlink(path.join('releases', buildId), temporary, 'dir');
    await rename(temporary, link);
    current = buildId;
  };

  const removeRests = async () => {
    for (const name of await readdir(dataDir)) {
      if (/^\.current\..*\.tmp$/.test(name)) await rm(path.join(dataDir, name), { force: true });
    }
    for (const name of await readdir(dir)) if (name.startsWith('.')) await remove(name);
  };
  if (tidyUp) await removeRests();
  await load();
  if (tidyUp) await prune();

  return {
    served() {
      const earlier = ids().filter((id) => id < current);
      return [current, ...earlier].map((id) => chains.get(id)?.files).filter((files) => files !== undefined);
    },
    record: () => chains.get(current)?.records[0],
    base() {
      const [newest] = ids();
      return newest === undefined ? undefined : recordFile(newest);
    },
    partial,
    publish: (buildId) =>
      oneByOne(async () => {
        const record = await readRecord(`${partial(buildId)}.json`);
        const below = record.base === null ? undefined : chains.get(record.base);
        if (record.base !== null && !below) throw new Error(`The release ${record.base} that it follows is gone.`);
        await rename(partial(buildId), path.join(dir, buildId));
        await rename(`${partial(buildId)}.json`, recordFile(buildId));
        chains.set(buildId, await onTop(dir, record, below));
        await point(buildId);
        await prune();
        return record;
      }),
    rollBack: (buildId) =>
      oneByOne(async () => {
        const wanted = buildId ?? ids().find((id) => id < current);
        const record = wanted === undefined ? undefined : chains.get(wanted)?.records[0];
        if (!record)
          throw new Error(
            nothingToRollBackTo(
              buildId,
              ids().filter((id) => id !== current),
            ),
          );
        await point(record.buildId);
        return record;
      }),
    async discard(buildId) {
      await remove(path.basename(partial(buildId)));
      await remove(`${path.basename(partial(buildId))}.json`);
    },
    async tidy() {
      const [newest = ''] = ids();
      const chain = chains.get(newest);
      const [record] = chain?.records ?? [];
      if (!chain || !record || chain.overlays.length <= maxLayers) return;
      const folder = `${newest}-whole`;
      await flatten(chain.files, partial(folder));
      await oneByOne(async () => {
        const whole = { ...record, base: null, removed: [], folder };
        await rename(partial(folder), path.join(dir, folder));
        await writeFile(`${partial(folder)}.json`, JSON.stringify(whole));
        await rename(`${partial(folder)}.json`, recordFile(newest));
        chains.set(newest, await onTop(dir, whole, undefined));
      });
    },
    watch(onSwitch) {
      watchFile(link, { interval: 500, persistent: false }, () => {
        const follow = async () => {
          if ((await linked()) === current) return;
          await load();
          onSwitch?.();
        };
        oneByOne(follow).catch((error: unknown) => log('error', 'the releases could not be read again', { error }));
      });
    },
    close: () => unwatchFile(link),
  };
}

/** All releases that are complete on the disk, with everything below them. */
async function readChains(dir: string): Promise<Map<string, Chain>> {
  const chains = new Map<string, Chain>();
  const ids = (await readdir(dir)).filter((name) => /^[^.].*\.json$/.test(name)).map((name) => name.slice(0, -5));
  // Ids sort by time, so the release that a layer follows comes before it.
  for (const id of ids.sort()) {
    const record = await readRecord(path.join(dir, `${id}.json`)).catch(() => undefined);
    const below = record?.base === undefined || record.base === null ? undefined : chains.get(record.base);
    if (!record || (record.base !== null && !below)) continue;
    const chain = await onTop(dir, record, below).catch(() => undefined);
    if (chain) chains.set(id, chain);
  }
  return chains;
}

function nothingToRollBackTo(requestedId: string | undefined, others: string[]): string {
  const available = others.length > 0 ? `There are ${others.join(', ')}.` : 'There is no other release yet.';
  return `${requestedId ? `There is no release ${requestedId}.` : 'There is no earlier release.'} ${available}`;
}

/**
 * The chain of a layer over the one that it follows; without one, the layer is a whole site. Throws if its folder is
 * missing.
 */
async function onTop(dir: string, record: BuildRecord, below: Chain | undefined): Promise<Chain> {
  const ownDir = path.join(dir, record.folder ?? record.buildId);
  if (!below) {
    await access(ownDir);
    return { records: [record], whole: ownDir, files: layeredFiles([], ownDir), overlays: [] };
  }
  const overlays = [await readOverlay({ dir: ownDir, removed: record.removed }), ...below.overlays];
  const { whole } = below;
  return { records: [record, ...below.records], whole, files: layeredFiles(overlays, whole), overlays };
}

async function readRecord(file: string): Promise<BuildRecord> {
  return BuildRecord.parse(JSON.parse(await readFile(file, 'utf8')));
}

/** Runs what it is given one after another. */
function oneAtATime(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
