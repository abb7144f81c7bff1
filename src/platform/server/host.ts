import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { causeOf } from '../model/cause.ts';
import type { Environment } from './env.ts';
import { cacheTags } from './http/html.ts';

/**
 * What whoever runs the functions does for the product. A third host needs one of these, and what docs/hosts.md tells. Each
 * throws where the host does not take it on.
 */
export type Host = {
  /** Has the site built and published; answers before that is done. */
  deploy: (hook: string) => Promise<void>;
  /**
   * Has a CDN drop the answers that it keeps under these tags. `removedIn`: the revision of the change log with which
   * something was taken away, so that files of an earlier one are no answers any more.
   */
  purge: (tags: readonly string[], removedIn?: number) => Promise<void>;
};

/** What a process that serves files hears of a purge, across the bundles of functions. */
export type Removal = { tags: readonly string[]; removedIn: number };
export const removalChannel = 'commonplace:removal';

const hookTimeoutMs = 5_000;

async function callHook(hook: string): Promise<void> {
  const answer = await fetch(hook, { method: 'POST', signal: AbortSignal.timeout(hookTimeoutMs) });
  if (!answer.ok) throw new Error(`the build hook answered ${answer.status}`);
}

/** Tags of one request: an action on many names thousands. */
const purgedAtOnce = 100;
/** Netlify's CDN takes two purges of a tag in this time, and refuses the third. */
const purgePauseMs = 5000;

const netlify: Host = {
  deploy: callHook,
  // The tag of lists, which goes with every note's, is purged apart: where it is refused, the note's own is not.
  purge: async (tags) => {
    const others = tags.filter((tag) => tag !== cacheTags.lists);
    const parts: string[][] = others.length < tags.length ? [[cacheTags.lists]] : [];
    for (let from = 0; from < others.length; from += purgedAtOnce) parts.push(others.slice(from, from + purgedAtOnce));
    // All are waited for, also where one fails: a function may be stopped as soon as nothing is waited for.
    const ended = await Promise.allSettled(parts.map((part) => purgePart(part)));
    for (const each of ended) if (each.status === 'rejected') throw each.reason;
  },
};

async function purgePart(tags: string[], triesLeft = 2): Promise<void> {
  try {
    const { purgeCache } = await import('@netlify/functions');
    await purgeCache({ tags });
  } catch (error) {
    if (triesLeft === 0 || !causeOf(error).includes('429')) throw error;
    await pause(purgePauseMs);
    await purgePart(tags, triesLeft - 1);
  }
}

/**
 * Builds answer at the same kind of hook. Every page is a file there, and nothing keeps answers in front of them; who serves
 * the files hears what was removed.
 */
const ownMachine: Host = {
  deploy: callHook,
  purge: async (tags, removedIn) => {
    if (removedIn !== undefined) channel(removalChannel).publish({ tags, removedIn } satisfies Removal);
  },
};

/** Netlify gives its functions a token for purging, which nobody else has. */
export function hostOf({ NETLIFY_PURGE_API_TOKEN: token }: Pick<Environment, 'NETLIFY_PURGE_API_TOKEN'>): Host {
  return token ? netlify : ownMachine;
}
