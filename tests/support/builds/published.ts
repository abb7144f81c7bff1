import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import * as z from 'zod';
import { openReleases } from '../../../netlify/local/publishing/releases.ts';
import { PublishingState } from '../../../src/publishing/model/publishing.ts';
import type { App } from '../app.ts';
import type { ApiUser } from '../people.ts';

/** How long to wait for one change to be published: longer than it takes on a busy machine. */
export const publishTimeout = { timeout: 240_000, intervals: [100] };

const Latest = z.object({ id: z.string(), timestamp: z.number() });
const Meta = z.object({
  id: z.string(),
  routeRules: z.record(z.string(), z.unknown()),
  prerendered: z.array(z.string()),
});

/** The published build, as open pages poll it. */
export async function latestBuild({ url }: App) {
  return Latest.parse(await (await fetch(`${url}/builds/latest.json?${Date.now()}`)).json());
}

export async function buildMeta({ url }: App, id: string) {
  return Meta.parse(await (await fetch(`${url}/builds/meta/${id}.json`)).json());
}

/** The response status of a path for a visitor; redirects are not followed. */
export async function fetchStatus({ url }: App, address: string): Promise<number> {
  const answer = await fetch(url + address, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status;
}

/** The response text of a path for a visitor. */
export async function fetchText({ url }: Pick<App, 'url'>, address: string): Promise<string> {
  return (await fetch(url + address)).text();
}

/** Whether this path is served from a file of the published build: only functions send cache headers for the CDN. */
async function isFile({ url }: App, address: string): Promise<boolean> {
  const answer = await fetch(url + address, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status === 200 && !answer.headers.has('Netlify-CDN-Cache-Control');
}

/** Waits until a build has written the page of this path to a file. */
export async function waitForFile(app: App, address: string): Promise<void> {
  await expect.poll(() => isFile(app, address), publishTimeout).toBe(true);
}

/** Waits until no build contains the page of this path any more. */
export async function waitForFileRemoved(app: App, address: string): Promise<void> {
  const name = `${decodeURIComponent(address).slice(1)}.html`;
  const held = async () => (await servedRelease(app)).find(name);
  await expect.poll(held, publishTimeout).toBeUndefined();
}

async function servedRelease({ dataDir }: App) {
  const [release] = (await openReleases(dataDir, { tidyUp: false })).served();
  if (!release) throw new Error('Nothing is served.');
  return release;
}

/** Waits until the page of this path contains this text for everyone. */
export async function waitForText(app: App, address: string, text: string): Promise<void> {
  await expect.poll(() => fetchText(app, address), publishTimeout).toContain(text);
}

/**
 * Waits until the static file of a page contains this text: a function may show it earlier, and a build that was
 * already running may write a file without it.
 */
export async function waitForTextInFile(app: App, address: string, text: string): Promise<void> {
  const says = async () => (await isFile(app, address)) && (await fetchText(app, address)).includes(text);
  await expect.poll(says, publishTimeout).toBe(true);
}

/** Waits until this person gets this response status for a path. */
export async function waitForStatus(person: ApiUser, address: string, status: number): Promise<void> {
  await expect.poll(() => person.statusOf(address), publishTimeout).toBe(status);
}

/** Waits until a build other than this one is published. */
export async function waitForBuildAfter(app: App, id: string): Promise<void> {
  await expect.poll(async () => (await latestBuild(app)).id, publishTimeout).not.toBe(id);
}

/**
 * Waits until no build is running, waiting or requested, so that what is read afterwards stays the same. Votes alone
 * may still be pending, since they request no build.
 */
export async function waitForPublishingIdle({ url }: App): Promise<void> {
  let before = '';
  const rests = async () => {
    const state = PublishingState.parse(await (await fetch(`${url}/api/publish`)).json());
    const [now, last] = [JSON.stringify(state), before];
    before = now;
    if (state.waiting || state.building) return false;
    return state.head === (state.published?.revision ?? 0) || now === last;
  };
  await expect.poll(rests, publishTimeout).toBe(true);
}

/** The HTML of every page of the list, joined. */
export async function allListText(app: App): Promise<string> {
  const pages: string[] = [];
  while (await isPage(app, pages.length + 1)) pages.push(await fetchText(app, `/note/list/${pages.length + 1}`));
  return pages.join('\n');
}

async function isPage(app: App, number: number): Promise<boolean> {
  return (await fetchStatus(app, `/note/list/${number}`)) === 200;
}

/** The files of the published release that contain one of these texts. */
export async function filesWith(app: App, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, file] of await (await servedRelease(app)).all()) {
    const content = await readFile(file);
    if (texts.some((text) => name.includes(text) || content.includes(text))) found.push(name);
  }
  return found;
}
