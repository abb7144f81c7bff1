import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/**
 * Removes what a folder holds of other code than this, whose digests its entries are named by; as many of the newest as
 * are `kept` stay. What another build takes away meanwhile is gone all the same.
 */
export async function removeOtherCode(dir: string, code: string, { kept }: { kept: number }): Promise<void> {
  const others = await Promise.all(
    (await readdir(dir))
      .filter((name) => name !== code)
      .map(async (name) => ({ name, at: (await stat(path.join(dir, name)).catch(() => undefined))?.mtimeMs ?? 0 })),
  );
  const old = others.sort((a, b) => b.at - a.at).slice(kept);
  await Promise.all(old.map(({ name }) => rm(path.join(dir, name), { recursive: true, force: true })));
}
