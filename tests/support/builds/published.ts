import { readFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { z } from 'zod';
import { openReleases } from '../../../netlify/local/publishing/releases.ts';
import { PublishingState } from '../../../src/publishing/model/publishing.ts';
import type { App } from '../app.ts';
import type { Writer } from '../people.ts';

/** How long publishing one change is waited for: longer than it takes on a machine that others keep busy. */
export const publishing = { timeout: 240_000, intervals: [250, 500, 1000] };

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
export async function statusOf({ url }: App, address: string): Promise<number> {
  const answer = await fetch(url + address, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status;
}

/** The text at an address for someone who is not signed in. */
export async function textAt({ url }: Pick<App, 'url'>, address: string): Promise<string> {
  return (await fetch(url + address)).text();
}

/** Whether a file of the published build answers at this address: only functions give directions to the CDN. */
async function isFile({ url }: App, address: string): Promise<boolean> {
  const answer = await fetch(url + address, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status === 200 && !answer.headers.has('Netlify-CDN-Cache-Control');
}

/** Waits until a build has made the page of this address a file. */
export async function untilFile(app: App, address: string): Promise<void> {
  await expect.poll(() => isFile(app, address), publishing).toBe(true);
}

/** Waits until no build holds the page of this address any more. */
export async function untilNoFile(app: App, address: string): Promise<void> {
  const name = `${decodeURIComponent(address).slice(1)}.html`;
  const held = async () => (await servedRelease(app)).find(name);
  await expect.poll(held, publishing).toBeUndefined();
}

async function servedRelease({ dataDir }: App) {
  const [release] = (await openReleases(dataDir, { tidyUp: false })).served();
  if (!release) throw new Error('Nothing is served.');
  return release;
}

/** Waits until the address says this text to everyone. */
export async function untilSays(app: App, address: string, text: string): Promise<void> {
  await expect.poll(() => textAt(app, address), publishing).toContain(text);
}

/**
 * Waits until the file of a page says this text: a function may say it before, and a build that was under way may make
 * a file that does not say it yet.
 */
export async function untilFileSays(app: App, address: string, text: string): Promise<void> {
  const says = async () => (await isFile(app, address)) && (await textAt(app, address)).includes(text);
  await expect.poll(says, publishing).toBe(true);
}

/** Waits until an address answers this person with this status. */
export async function untilAnswers(person: Writer, address: string, status: number): Promise<void> {
  await expect.poll(() => person.statusOf(address), publishing).toBe(status);
}

/** Waits until another build than this one is published. */
export async function untilBuildAfter(app: App, id: string): Promise<void> {
  await expect.poll(async () => (await latestBuild(app)).id, publishing).not.toBe(id);
}

/**
 * Waits until no build runs or waits, and none is being asked for: what is read then stays as it is. Votes alone may be
 * left over, since they ask for no build.
 */
export async function untilPublishingRests({ url }: App): Promise<void> {
  let before = '';
  const rests = async () => {
    const state = PublishingState.parse(await (await fetch(`${url}/api/publish`)).json());
    const [now, last] = [JSON.stringify(state), before];
    before = now;
    if (state.waiting || state.building) return false;
    return state.head === (state.published?.revision ?? 0) || now === last;
  };
  await expect.poll(rests, publishing).toBe(true);
}

/** The text of every page of the list, one after the other. */
export async function listText(app: App): Promise<string> {
  const pages: string[] = [];
  while (await isPage(app, pages.length + 1)) pages.push(await textAt(app, `/note/list/${pages.length + 1}`));
  return pages.join('\n');
}

async function isPage(app: App, number: number): Promise<boolean> {
  return (await statusOf(app, `/note/list/${number}`)) === 200;
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
