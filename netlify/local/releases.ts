import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, readlink, rename, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { BuildRecord } from '../build/record.ts';

export interface Releases {
  /** The folders of the releases that are kept, the served one first; empty before the first build. */
  folders(): string[];
  /** The record of the served release, or undefined when there is none or its record was lost. */
  record(): Promise<BuildRecord | undefined>;
  /** Where a build of this id writes. */
  partial(buildId: string): string;
  /** Makes a finished build the one that is served, in one step. Throws when its files or its record are not there. */
  publish(buildId: string): Promise<BuildRecord>;
  /** Removes what a build left that failed or was ended. */
  discard(buildId: string): Promise<void>;
}

const kept = 3;

/**
 * The site's releases under `dataDir`: each a folder in releases/ with its record beside it, and `current`, a link to
 * the served one. What a killed build or switch left behind is removed first.
 */
export async function openReleases(dataDir: string): Promise<Releases> {
  const dir = path.join(dataDir, 'releases');
  const link = path.join(dataDir, 'current');
  await mkdir(dir, { recursive: true });

  const partial = (buildId: string) => path.join(dir, `.${buildId}.partial`);
  const folder = (buildId: string) => path.join(dir, buildId);
  const recordFile = (buildId: string) => path.join(dir, `${buildId}.json`);
  const remove = async (name: string) => rm(path.join(dir, name), { recursive: true, force: true });

  const target = await readlink(link).catch(() => undefined);
  let current = target !== undefined && existsSync(path.join(dataDir, target)) ? path.basename(target) : undefined;
  let earlier: string[] = [];

  const prune = async () => {
    const names = await readdir(dir);
    // Ids sort by time. One that is newer than the served one never became it.
    const whole = names.filter((name) => !name.startsWith('.') && !name.endsWith('.json') && name <= (current ?? ''));
    earlier = whole
      .filter((name) => name !== current)
      .sort()
      .reverse()
      .slice(0, kept - 1);
    const wanted = new Set([current, ...earlier].flatMap((id) => (id === undefined ? [] : [id, `${id}.json`])));
    await Promise.all(names.filter((name) => !wanted.has(name)).map(remove));
  };
  for (const name of await readdir(dataDir)) {
    if (/^\.current\..*\.tmp$/.test(name)) await rm(path.join(dataDir, name), { force: true });
  }
  await prune();

  return {
    folders: () => (current === undefined ? [] : [current, ...earlier].map(folder)),
    async record() {
      if (current === undefined) return undefined;
      return readRecord(recordFile(current)).catch(() => undefined);
    },
    partial,
    async publish(buildId) {
      const record = await readRecord(`${partial(buildId)}.json`);
      await rename(`${partial(buildId)}.json`, recordFile(buildId));
      await rename(partial(buildId), folder(buildId));
      const temporary = path.join(dataDir, `.current.${randomBytes(4).toString('hex')}.tmp`);
      await symlink(path.join('releases', buildId), temporary, 'dir');
      await rename(temporary, link);
      current = buildId;
      await prune();
      return record;
    },
    async discard(buildId) {
      await remove(path.basename(partial(buildId)));
      await remove(`${path.basename(partial(buildId))}.json`);
    },
  };
}

async function readRecord(file: string): Promise<BuildRecord> {
  return BuildRecord.parse(JSON.parse(await readFile(file, 'utf8')));
}
