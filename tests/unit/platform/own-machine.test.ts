import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import * as z from 'zod';
import { functionsDigest } from '../../../netlify/build/code-digest.ts';
import { settingNames } from '../../../src/platform/server/env.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(path.join(root, name), 'utf8');

/** Every setting for one's own machine: by name, or by file. */
const known = new Set(
  [...settingNames, 'HOST', 'PORT', 'DATA_DIR', 'TRUST_PROXY'].flatMap((name) => [name, `${name}_FILE`]),
);

const Service = z.object({
  environment: z.record(z.string(), z.string()).default({}),
  secrets: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  networks: z.array(z.string()),
  depends_on: z.record(z.string(), z.unknown()).default({}),
});
const Compose = z.object({
  services: z.record(z.string(), Service),
  networks: z.record(z.string(), z.unknown()),
  volumes: z.record(z.string(), z.unknown()),
  secrets: z.record(z.string(), z.object({ file: z.string() })),
});

test('compose.yaml uses existing settings, and defines every volume, network and secret that it uses', () => {
  const { services, ...has } = Compose.parse(parse(read('compose.yaml')));
  expect(Object.keys(services['app']?.environment ?? {}).filter((name) => !known.has(name))).toEqual([]);
  const used = Object.values(services);
  const named = (names: string[]) => [...new Set(names)].sort();
  expect(named(used.flatMap(({ networks }) => networks))).toEqual(Object.keys(has.networks).sort());
  expect(named(used.flatMap(({ secrets }) => secrets))).toEqual(Object.keys(has.secrets).sort());
  const volumes = used.flatMap((one) => one.volumes.map((volume) => volume.split(':')[0] ?? ''));
  expect(named(volumes)).toEqual(Object.keys(has.volumes).sort());
  expect(used.flatMap((one) => Object.keys(one.depends_on)).filter((name) => !(name in services))).toEqual([]);
});

test('the systemd service and the image use existing settings, and start an existing program', () => {
  for (const [file, settings] of [
    ['docs/commonplace.service', /^Environment=(.*)$/gm],
    ['Containerfile', /^ENV (.*)$/gm],
  ] as const) {
    const names = [...read(file).matchAll(settings)].flatMap(([, line = '']) => line.match(/[A-Z_]+(?==)/g) ?? []);
    expect(names.length).toBeGreaterThan(2);
    expect(names.filter((name) => !known.has(name) && name !== 'NODE_ENV')).toEqual([]);
    const [program = ''] = /netlify\/local\/\w+\.ts(?="?, "--serve"| --serve)/.exec(read(file)) ?? [];
    expect(existsSync(path.join(root, program)) && program).toBe('netlify/local/start.ts');
  }
});

test('the image contains every file whose digest identifies compiled code', () => {
  const [, sources = ''] = /const sources = \[(.*)\];/.exec(read('netlify/build/code-digest.ts')) ?? [];
  const copied = read('Containerfile').replace(/^COPY (?!--from).*$/gm, '');
  const places = [...sources.matchAll(/'([^']+)'/g)].map(([, place = '']) => place.split('/')[0] ?? '');
  expect(places.length).toBeGreaterThan(4);
  expect(places.filter((place) => !new RegExp(`/app/${place}\\b`).test(copied))).toEqual([]);
});

test('code is the same wherever npm got its packages, and different with another version of one', () => {
  const dir = mkdtempSync(path.join(tmpdir(), 'commonplace-digest-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  for (const folder of ['src', 'functions']) mkdirSync(path.join(dir, folder));
  const digestWith = (entry: object) => {
    writeFileSync(path.join(dir, 'package-lock.json'), JSON.stringify({ packages: { 'node_modules/a': entry } }));
    return functionsDigest(dir);
  };
  const before = digestWith({ version: '1.0.0' });
  expect(digestWith({ version: '1.0.0', resolved: 'https://packages.example.org/a.tgz' })).toBe(before);
  expect(digestWith({ version: '1.0.1' })).not.toBe(before);
});
