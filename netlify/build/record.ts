import { randomBytes } from 'node:crypto';
import * as z from 'zod';
import { isRestored } from '../../src/platform/server/store/meta.ts';

/**
 * The record of a finished build. A build is a layer: the files that it made, on top of those of the build that it followed
 * (`base`), minus those that are `removed`. Without a base it is a whole site.
 */
export const BuildRecord = z.object({
  buildId: z.string(),
  /** The revision of the change log that it shows. */
  revision: z.int().nonnegative(),
  /** Digest of the code and the settings that made it. */
  code: z.string(),
  base: z.string().nullable().default(null),
  /** The id of the store that it shows. */
  store: z.string().optional(),
  /** The folder of its files, if that is not named by its id. */
  folder: z.string().optional(),
  removed: z.array(z.string()).default([]),
  /** Addresses of pages that could not be rendered and are omitted until a later build can render them. */
  broken: z.array(z.string()).default([]),
  /** The position of the snapshot that it was made from. */
  mark: z.object({ snapshot: z.string(), seq: z.int() }).optional(),
});
export type BuildRecord = z.infer<typeof BuildRecord>;

/**
 * Sorts by time, and after the id `previous`, even if the clock was ahead then. Never looks like a number to a JSON
 * parser.
 */
export function newBuildId(now: Date, previous = ''): string {
  const [, before = ''] = /^b([0-9a-z]{1,9})-/.exec(previous) ?? [];
  const time = Math.max(now.getTime(), Number.parseInt(before, 36) + 1 || 0);
  return `b${time.toString(36)}-${randomBytes(4).toString('hex')}`;
}

/**
 * The id given by the platform or by the caller of the build. Without a network, the platform's builder calls every build
 * 0.
 */
export function platformBuildId(buildId: string | undefined): string | undefined {
  return buildId && buildId !== '0' ? buildId : undefined;
}

/** Whether the platform (which sets CONTEXT) builds something other than the site itself, such as a deploy preview. */
export function isPreview(context: string | undefined): boolean {
  return context !== undefined && context !== '' && context !== 'production';
}

/** The store is not the one that the site was published from. The message says what to do. */
class StoreReplaced extends Error {
  override name = 'StoreReplaced';
}

/**
 * A store that was emptied, or another one by mistake, must not put its site in the place of what was published. A backup
 * that was restored may, since that is what it was restored for.
 */
export function throwIfReplaced(id: string, base: BuildRecord | undefined): void {
  if (!base?.store || base.revision === 0 || base.store === id || isRestored(id)) return;
  throw new StoreReplaced(
    `The store was emptied or is another one: the site was published from one with ${base.revision} changes and stays ` +
      'as it is. Put that store back or restore a backup. To begin anew, move the folder releases in DATA_DIR away, or ' +
      'deploy without the cache.',
  );
}
