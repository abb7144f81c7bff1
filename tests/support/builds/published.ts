import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { openReleases } from '../../../netlify/local/publishing/releases.ts';
import { PublishingState } from '../../../src/publishing/model/publishing.ts';
import type { App } from '../app.ts';
import type { ApiUser } from '../people.ts';

/** How long publishing one change is waited for: longer than it takes on a machine that others keep busy. */
export const publishTimeout = { timeout: 240_000, intervals: [250, 500, 1000] };

const Latest = z.object({ id: z.string(), timestamp: z.number() });
const Meta = z.object({
  id: z.string(),
  routeRules: z.record(z.string(), z.unknown()),
  prerendered: z.array(z.string()),
});

/** What open pages poll: the build that is published now. */
export async function latestBuild({ url }: App) {
  return Latest.parse(await (await fetch(`${url}/builds/latest.json?${Date.now()}`)).json());
}

export async function buildMeta({ url }: App, id: string) {
  return Meta.parse(await (await fetch(`${url}/builds/meta/${id}.json`)).json());
}

/** The status of an address for someone who is not signed in; a redirect is not followed. */
export async function fetchStatus({ url }: App, address: string): Promise<number> {
  const answer = await fetch(url + address, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status;
}

/** The text at an address for someone who is not signed in. */
export async function fetchText({ url }: Pick<App, 'url'>, address: string): Promise<string> {
  return (await fetch(url + address)).text();
}

/** Whether a file of the published build answers at this address: only functions give directions to the CDN. */
async function isFile({ url }: App, address: string): Promise<boolean> {
  const answer = await fetch(url + address, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status === 200 && !answer.headers.has('Netlify-CDN-Cache-Control');
}

/** Waits until a build has made the page of this address a file. */
export async function waitForFile(app: App, address: string): Promise<void> {
  await expect.poll(() => isFile(app, address), publishTimeout).toBe(true);
}

/** Waits until no build holds the page of this address any more. */
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

/** Waits until the address says this text to everyone. */
export async function waitForText(app: App, address: string, text: string): Promise<void> {
  await expect.poll(() => fetchText(app, address), publishTimeout).toContain(text);
}

/**
 * Waits until the file of a page says this text: a function may say it before, and a build that was under way may make
 * a file that does not say it yet.
 */
export async function waitForTextInFile(app: App, address: string, text: string): Promise<void> {
  const says = async () => (await isFile(app, address)) && (await fetchText(app, address)).includes(text);
  await expect.poll(says, publishTimeout).toBe(true);
}

/** Waits until an address answers this person with this status. */
export async function waitForStatus(person: ApiUser, address: string, status: number): Promise<void> {
  await expect.poll(() => person.statusOf(address), publishTimeout).toBe(status);
}

/** Waits until another build than this one is published. */
export async function waitForBuildAfter(app: App, id: string): Promise<void> {
  await expect.poll(async () => (await latestBuild(app)).id, publishTimeout).not.toBe(id);
}

/**
 * Waits until no build runs or waits, and none is being asked for: what is read then stays as it is. Votes alone may be
 * left over, since they ask for no build.
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

/** The text of every page of the list, one after the other. */
export async function allListText(app: App): Promise<string> {
  const pages: string[] = [];
  while (await isPage(app, pages.length + 1)) pages.push(await fetchText(app, `/note/list/${pages.length + 1}`));
  return pages.join('\n');
}

async function isPage(app: App, number: number): Promise<boolean> {
  return (await fetchStatus(app, `/note/list/${number}`)) === 200;
}

/** The files of the published release that hold one of these texts. */
export async function filesWith(app: App, texts: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const [name, file] of await (await servedRelease(app)).all()) {
    const content = await readFile(file);
    if (texts.some((text) => name.includes(text) || content.includes(text))) found.push(name);
  }
  return found;
}
