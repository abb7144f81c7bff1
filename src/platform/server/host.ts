import { channel } from 'node:diagnostics_channel';
import { setTimeout as pause } from 'node:timers/promises';
import { causeOf } from '../model/cause.ts';
import type { Environment } from './env.ts';
import { cacheTags } from './http/html.ts';
import { inParts } from '../model/parts.ts';

/**
 * What a hosting platform has to do for the product. Another host needs an implementation of this, as described in
 * docs/hosts.md. Each method throws if the host does not accept the request.
 */
export type Host = {
  /** Requests a build and its publication; resolves before it is done. */
  deploy: (hook: string) => Promise<void>;
  /**
   * Purges the answers with these tags from the CDN. `removedIn`: the revision of the change log that removed something, so
   * that files of earlier revisions must no longer be served.
   */
  purge: (tags: readonly string[], removedIn?: number) => Promise<void>;
};

/** The message about a purge to the process that serves files, across the bundles of functions. */
export type Removal = { tags: readonly string[]; removedIn: number };
export const removalChannel = 'commonplace:removal';

const hookTimeoutMs = 5_000;

async function callHook(hook: string): Promise<void> {
  const answer = await fetch(hook, { method: 'POST', signal: AbortSignal.timeout(hookTimeoutMs) });
  if (!answer.ok) throw new Error(`the build hook answered ${answer.status}`);
}

/** Tags per request: some actions concern thousands. */
const purgedAtOnce = 100;
/** Netlify's CDN accepts two purges of a tag in this time, and refuses the third. */
const purgePauseMs = 5000;

const netlify: Host = {
  deploy: callHook,
  // The tag of lists, which every note's purge includes, is purged separately: if it is refused, the note's own tag is not.
  purge: async (tags) => {
    const others = tags.filter((tag) => tag !== cacheTags.lists);
    const parts = inParts(others, purgedAtOnce);
    if (others.length < tags.length) parts.unshift([cacheTags.lists]);
    // Waits for all, even if one fails: a function may be stopped as soon as nothing is awaited.
    const results = await Promise.allSettled(parts.map((part) => purgePart(part)));
    for (const each of results) if (each.status === 'rejected') throw each.reason;
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
 * A host for one's own machine. Builds run behind the same kind of hook. Every page is a file there, and no cache sits in
 * front of them; the file server is notified of removals.
 */
const ownMachine: Host = {
  deploy: callHook,
  purge: async (tags, removedIn) => {
    if (removedIn !== undefined) channel(removalChannel).publish({ tags, removedIn } satisfies Removal);
  },
};

/** Only Netlify gives its functions a token for purging. */
export function hostOf({ NETLIFY_PURGE_API_TOKEN: token }: Pick<Environment, 'NETLIFY_PURGE_API_TOKEN'>): Host {
  return token ? netlify : ownMachine;
}
