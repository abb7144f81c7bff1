import fs, { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import git, { Errors, type HttpClient, type TreeEntry } from 'isomorphic-git';
import { causeOf } from '../../../../platform/model/cause.ts';
import { log } from '../../../../platform/server/log.ts';
import type { Place } from './export-target.ts';
import { outsideClient, ExportFailure, pictureFolder, type ExportTarget } from './export-target.ts';
import { limitPackets, overLimit } from './pack-limits.ts';

/**
 * What a repository's server may send: the newest state of its files, its list of branches, and the result of a commit.
 * Limits are in bytes and in packets; Git's own server puts 8 KB of a state into each packet.
 */
const max = {
  state: { bytes: 100 * 2 ** 20, packets: 20_000 },
  list: { bytes: 8 * 2 ** 20, packets: 150_000 },
  report: { bytes: 2 ** 20, packets: 20_000 },
};
const tooMany = 'The repository’s server sends more pieces than are read. Use a repository for this alone.';
const timeoutMs = 120_000;
const folder = 'notes';
/** Every run fetches the newest state, so pictures are added only while that is smaller than this: notes need the rest. */
const maxWithPictures = 60 * 2 ** 20;
/** What is pushed at once is held in memory, in bytes. */
const pushedAtOnce = 8 * 2 ** 20;

/**
 * The folder `notes` on a branch of a Git repository over HTTPS. Only its newest commit is fetched. All changes become one
 * commit, or a few if they are large; without changes there is none.
 */
export async function gitTarget({ url, username, password, branch, reach, author, now }: Place): Promise<ExportTarget> {
  const askFor = (kind: keyof typeof max) =>
    outsideClient({ username, password, reach, timeoutMs, maxBytes: max[kind].bytes });
  const places = { state: askFor('state'), list: askFor('list'), report: askFor('report') };
  let broken: unknown;
  let fetchedBytes = 0;
  /** Remembers why a body broke off: the library takes what came before for the whole body. */
  async function* remembered(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    try {
      for await (const chunk of body) {
        fetchedBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      broken = error;
      throw error;
    }
  }
  const http: HttpClient = {
    async request({ url: address, method = 'GET', headers, body }) {
      const sent = body === undefined ? undefined : Buffer.concat(await Array.fromAsync(body));
      const isList = method === 'GET' || sent?.includes('command=ls-refs');
      const kind = isList ? 'list' : address.endsWith('/git-receive-pack') ? 'report' : 'state';
      const { ask } = places[kind];
      const answer = await ask(address, { method, ...(headers && { headers }), ...(sent && { body: sent }) });
      return {
        url: address,
        method,
        headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
        body: remembered(limitPackets(answer.body, max[kind].packets, () => new ExportFailure(tooMany))),
        statusCode: answer.status,
        statusMessage: String(answer.status),
      };
    },
  };
  const withRealError = <Result>(work: () => Promise<Result>) =>
    inWords(work).catch((error: unknown) => {
      throw broken ?? error;
    });
  const dir = await mkdtemp(path.join(tmpdir(), 'commonplace-git-'));
  const repository = { fs: { promises: { ...fs, writeFile: writeWithinLimits } }, dir, cache: {} };
  const shut = async () => {
    for (const { close } of Object.values(places)) close();
    await rm(dir, { recursive: true, force: true });
  };

  /** A folder with these entries; none without any. */
  async function folderOf(name: string, tree: TreeEntry[]): Promise<TreeEntry[]> {
    if (tree.length === 0) return [];
    return [{ mode: '040000', path: name, oid: await git.writeTree({ ...repository, tree }), type: 'tree' }];
  }

  const treeOf = async (oid: string): Promise<TreeEntry[]> => (await git.readTree({ ...repository, oid })).tree;

  /** The newest commit with its tree; undefined in a repository without commits. */
  async function fetched(): Promise<{ commit: string; root: TreeEntry[] } | undefined> {
    await git.init({ ...repository, defaultBranch: branch });
    await git.addRemote({ ...repository, remote: 'origin', url });
    const refs = await git.listServerRefs({ http, url, prefix: 'refs/heads/' });
    if (refs.length === 0) return undefined;
    const there = refs.map(({ ref }) => ref.replace('refs/heads/', ''));
    if (!there.includes(branch)) {
      throw new ExportFailure(
        `There’s no branch ${branch} in this repository. It has ${there.slice(0, 5).join(', ')}.`,
      );
    }
    const options = { ref: branch, remote: 'origin', singleBranch: true, depth: 1, tags: false };
    const { fetchHead } = await git.fetch({ ...repository, http, url, ...options });
    if (fetchHead === null) throw new ExportFailure(`The branch ${branch} has no commits.`);
    return { commit: fetchHead, root: await treeOf(fetchHead) };
  }

  try {
    let head = await withRealError(fetched);
    const there = head?.root.find((entry) => entry.path === folder);
    if (there && there.type !== 'tree') throw new ExportFailure(`${folder} is a file in this repository. Rename it.`);
    const entries = there ? await treeOf(there.oid) : [];
    const pictures = entries.find((entry) => entry.path === pictureFolder && entry.type === 'tree');
    const shown = pictures ? await treeOf(pictures.oid) : [];
    const files = new Map([
      ...entries.flatMap((entry) => (entry === pictures ? [] : [[entry.path, entry] as const])),
      ...shown.map((entry) => [`${pictureFolder}/${entry.path}`, entry] as const),
    ]);
    const changed = { written: 0, removed: 0 };

    return {
      batch: { files: Number.POSITIVE_INFINITY, bytes: pushedAtOnce },
      room: Math.max(0, maxWithPictures - fetchedBytes),
      async read(name) {
        const there = files.get(name);
        if (there?.type !== 'blob') return undefined;
        return Buffer.from((await git.readBlob({ ...repository, oid: there.oid })).blob);
      },
      async put(name, content, before) {
        if (name.startsWith(`${pictureFolder}/`) && files.has(pictureFolder)) {
          throw new ExportFailure(`${folder}/${pictureFolder} is a file in this repository. Rename it.`);
        }
        const there = files.get(name)?.oid;
        const oid = await git.writeBlob({ ...repository, blob: content });
        if (there === oid) return true;
        if (there !== undefined && there !== before?.digest) return false;
        files.set(name, { mode: '100644', path: path.posix.basename(name), oid, type: 'blob' });
        changed.written += 1;
        return true;
      },
      async remove({ name, digest }) {
        const there = files.get(name)?.oid;
        if (there !== undefined && there !== digest) return false;
        if (files.delete(name)) changed.removed += 1;
        return true;
      },
      async save() {
        if (changed.written + changed.removed === 0) return;
        const others = (head?.root ?? []).filter((entry) => entry.path !== folder);
        const inPictures = [...files].filter(([name]) => name.startsWith(`${pictureFolder}/`));
        const besides = [...files].filter(([name]) => !name.startsWith(`${pictureFolder}/`));
        const pictures = await folderOf(
          pictureFolder,
          inPictures.map(([, entry]) => entry),
        );
        const own = await folderOf(folder, [...besides.map(([, entry]) => entry), ...pictures]);
        const tree = await git.writeTree({ ...repository, tree: [...others, ...own] });
        // What was refused may have been taken out again.
        if (tree === (await git.writeTree({ ...repository, tree: head?.root ?? [] }))) return;
        const message = `Notes of ${now.toISOString().slice(0, 10)}: ${changed.written} written, ${changed.removed} removed\n`;
        const parent = head ? [head.commit] : [];
        const ref = `refs/heads/${branch}`;
        const signed = { ...author, timestamp: Math.floor(now.getTime() / 1000), timezoneOffset: 0 };
        const commit = await git.commit({ ...repository, message, tree, parent, ref, author: signed });
        await withRealError(() => git.push({ ...repository, http, url, ref: branch, remoteRef: ref }));
        head = { commit, root: await treeOf(commit) };
        Object.assign(changed, { written: 0, removed: 0 });
      },
      close: shut,
    };
  } catch (error) {
    await shut();
    throw error;
  }
}

/** Writes a file of the repository. Packs from elsewhere are checked here, as they are written before they are unpacked. */
const writeWithinLimits: typeof fs.writeFile = async (file, data, options) => {
  if (typeof file === 'string' && file.endsWith('.pack')) {
    const why = await overLimit(data as Buffer);
    if (why) throw new ExportFailure(`The repository can’t be read: ${why}. Use one for this alone.`);
  }
  await fs.writeFile(file, data, options);
};

/** Turns what the repository refuses into an `ExportFailure`. */
async function inWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Errors.PushRejectedError) {
      throw new ExportFailure(
        'Someone else pushed to the branch at the same moment. The next run continues from there.',
      );
    }
    if (error instanceof Errors.GitPushError) {
      throw new ExportFailure(`The repository refused the commit: ${error.data.prettyDetails.trim()}.`);
    }
    if (error instanceof Errors.HttpError) {
      throw new ExportFailure(
        error.data.statusCode >= 500
          ? 'The server failed. Try again later.'
          : 'There’s no Git repository at this address, or the password is wrong.',
      );
    }
    if (error instanceof Errors.SmartHttpError || error instanceof Errors.ParseError) {
      throw new ExportFailure('There’s no Git repository at this address.');
    }
    // The library does not validate the server's answer: an empty line ends in a TypeError.
    if (error instanceof TypeError || error instanceof RangeError) {
      log('warn', 'a repository’s answer was not understood', { error: causeOf(error) });
      throw new ExportFailure('The server doesn’t answer as a Git repository does.');
    }
    throw error;
  }
}
