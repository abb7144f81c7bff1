import { availableParallelism, loadavg } from 'node:os';
import { loadFunctions } from '../../support/api.ts';
import { caller, type CallResult, type CallRequest } from './calls.ts';
import { validRequest, documentedOperations, kindOf, nameOf, spoiltRequest, type Operation } from './operations.ts';
import { readers } from './readers.ts';
import type { Ready } from './recipe.ts';
import { recipes } from './recipes.ts';
import { watchStore, type StoreWatch } from './store-watch.ts';
import { pickOf, schemaValue, type Pick } from './values.ts';
import { startFuzzTarget, startWorld, type World } from './world.ts';

/**
 * The result for one operation or parser: the number of inputs, and how many were answered 2xx, refused, or neither.
 */
type Row = { what: string; inputs: number; ok: number; refused: number; slowestMs: number };
export type Fuzzed = {
  inputs: number;
  serverErrors: number;
  slow: number;
  writesOnRefusal: number;
  rows: Row[];
  broken: string[];
  never: string[];
};

/** The time limit by the clock; a call that exceeds it is repeated alone before it counts. */
const slowMs = 1000;
const readersShare = 0.35;
/** These calls hash passwords, half a second each: they get a quarter of the inputs. */
const hashesPasswords = /^\/api\/(account|auth|passkeys|tokens)\b/;

/** Sends this many inputs to every documented operation and to every parser, one after the other. */
export async function fuzz({
  seed,
  inputs,
  log = () => undefined,
}: {
  seed: number;
  inputs: number;
  log?: (text: string) => void;
}): Promise<Fuzzed> {
  const place = await startFuzzTarget();
  const watch = await watchStore(place.api.store.redisProcess.url);
  const quiet = silenced();
  try {
    const calls = caller(await loadFunctions());
    const world = await startWorld(place, calls);
    const run = new Run(world, watch, calls);
    const operations = documentedOperations(world.siteUrl);
    const light = operations.filter(({ path }) => !hashesPasswords.test(path));
    const order = [...operations, ...light, ...light, ...light];
    const toReaders = Math.round(inputs * readersShare);
    for (let number = 0; number < inputs - toReaders; number += 1) {
      const operation = order[number % order.length] as Operation;
      await run.operation(operation, pickOf(seed, number), number);
      if (number % 5000 === 4999) log(`${number + 1} calls …`);
    }
    for (let number = 0; number < toReaders; number += 1) {
      await run.reader(readers[number % readers.length] as (typeof readers)[number], pickOf(seed, -1 - number), number);
      if (number % 5000 === 4999) log(`${number + 1} files …`);
    }
    return run.result(inputs);
  } finally {
    quiet.restore();
    await watch.stop();
    await place.stop();
  }
}

class Run {
  readonly #rows = new Map<string, Row>();
  readonly #broken = new Map<string, number>();
  readonly #counts = { serverErrors: 0, slow: 0, writesOnRefusal: 0 };
  readonly #world: World;
  readonly #watch: StoreWatch;
  readonly #calls: ReturnType<typeof caller>;

  constructor(world: World, watch: StoreWatch, calls: ReturnType<typeof caller>) {
    this.#world = world;
    this.#watch = watch;
    this.#calls = calls;
  }

  async operation(operation: Operation, pick: Pick, number: number): Promise<void> {
    // The first call of each operation must succeed.
    const kind = this.#rows.has(nameOf(operation)) ? kindOf(pick) : 'good';
    const ready = await this.#ready(operation, pick);
    const sent =
      kind === 'good' ? validRequest(operation, ready) : spoiltRequest(operation, ready, kind, this.#world, pick);
    await this.#calls.settled();
    await this.#watch.written();
    const name = nameOf(operation);
    const told = `${name}, input ${number} (${kind}): ${shown(sent)}`;
    const done = await this.#called(sent, told);
    // On an overloaded machine a slow store says nothing about the product.
    if (!done || (done.status === 503 && done.ms > 2 * slowMs && isStarved())) return;
    await this.#calls.settled();
    const row = this.#row(name);
    row.inputs += 1;
    row.slowestMs = Math.max(row.slowestMs, Math.round(done.ms));
    if (done.status < 400) row.ok += 1;
    else row.refused += 1;
    if (done.status >= 500 && !operation.ownErrors.includes(done.status))
      this.#break('serverErrors', `${name} answered ${done.status}`, `${told} answered ${done.status}: ${done.text}`);
    if (done.status >= 400) {
      const written = (await this.#watch.written()).filter((write) => !isSpent(write, operation));
      if (written.length > 0) {
        this.#break(
          'writesOnRefusal',
          `${name} wrote though it answered ${done.status}`,
          `${told} answered ${done.status} and wrote ${written.join(', ')}`,
        );
      }
    }
    // The first call of an operation also loads its code.
    if (done.ms > slowMs && row.inputs > 1) {
      await this.#judgeSlow(name, told, done, () => this.#calls.call(sent));
    }
    await this.#afterwards(ready, done.status < 300 && sent.method === operation.method ? done : undefined);
    if (operation.id === 'deleteAccount' || number % 400 === 399) await this.#world.renewStranger();
  }

  async reader({ name, work }: (typeof readers)[number], pick: Pick, number: number): Promise<void> {
    const { input, read } = work(pick);
    const row = this.#row(`reading ${name}`);
    row.inputs += 1;
    const told = `reading ${name}, input ${number}: ${shown(input)}`;
    const once = async () => {
      const [began, cpu] = [performance.now(), process.cpuUsage()];
      await read();
      const { user, system } = process.cpuUsage(cpu);
      return { ms: performance.now() - began, cpuMs: (user + system) / 1000 };
    };
    try {
      const done = await once();
      row.ok += 1;
      row.slowestMs = Math.max(row.slowestMs, Math.round(done.ms));
      if (done.ms > slowMs) await this.#judgeSlow(`reading ${name}`, told, done, once);
    } catch (error) {
      row.refused += 1;
      this.#break(
        'serverErrors',
        `reading ${name} threw`,
        `${told} threw ${error instanceof Error ? error.stack : String(error)}`,
      );
    }
  }

  result(inputs: number): Fuzzed {
    const rows = [...this.#rows.values()];
    const broken = [...this.#broken].map(([promise, times]) => `${promise}, ${times} times`);
    return { inputs, ...this.#counts, rows, broken, never: rows.filter(({ ok }) => ok === 0).map(({ what }) => what) };
  }

  /** Prepares what the call needs. If the state is broken, its members are replaced. */
  async #ready(operation: Operation, pick: Pick): Promise<Ready> {
    const recipe = recipes[operation.id];
    if (!recipe) {
      const body = operation.body && { body: schemaValue(operation.body, pick) };
      return { who: this.#world.loner, ...body };
    }
    try {
      return await recipe(this.#world, pick);
    } catch {
      await this.#world.renew();
      return recipe(this.#world, pick);
    }
  }

  async #called(sent: CallRequest, told: string): Promise<CallResult | undefined> {
    try {
      return await this.#calls.call(sent);
    } catch (error) {
      this.#break(
        'serverErrors',
        `${sent.method} ${sent.path.replace(/\?.*/s, '')} threw`,
        `${told} threw ${error instanceof Error ? error.stack : String(error)}`,
      );
      return undefined;
    }
  }

  async #afterwards({ after, drop }: Ready, done: CallResult | undefined): Promise<void> {
    // A spoilt call may have created something else, or nothing.
    if (done) await Promise.resolve(after?.(done)).catch(() => undefined);
    await drop?.().catch(() => undefined);
    await this.#calls.settled();
  }

  /** A shared machine may stall for a second: only CPU time, or a second slow run, counts. */
  async #judgeSlow(
    name: string,
    told: string,
    first: { ms: number; cpuMs: number },
    again: () => Promise<{ ms: number; cpuMs: number } | undefined>,
  ): Promise<void> {
    const second = await again();
    await this.#calls.settled();
    const isSlow = first.cpuMs > slowMs || (second !== undefined && second.ms > slowMs && !isStarved());
    if (!isSlow) return;
    const ms = Math.round(first.ms);
    this.#break(
      'slow',
      `${name} took longer than ${slowMs} ms`,
      `${told} took ${ms} ms (${Math.round(first.cpuMs)} of the processor), then ${Math.round(second?.ms ?? 0)} ms`,
    );
  }

  #break(count: keyof Fuzzed & ('serverErrors' | 'slow' | 'writesOnRefusal'), promise: string, told: string): void {
    this.#counts[count] += 1;
    const times = this.#broken.get(promise) ?? 0;
    this.#broken.set(promise, times + 1);
    if (times < 3) process.stderr.write(`${told.slice(0, 2500)}\n\n`);
  }

  #row(what: string): Row {
    const row = this.#rows.get(what) ?? { what, inputs: 0, ok: 0, refused: 0, slowestMs: 0 };
    this.#rows.set(what, row);
    return row;
  }
}

/** A challenge is valid for one attempt, whatever its outcome. */
function isSpent(write: string, { id }: Operation): boolean {
  return id.toLowerCase().includes('passkey') && /^(del token:|zrem user:[^:]+:tokens$)/.test(write);
}

function shown(value: CallRequest | string | Uint8Array): string {
  if (value instanceof Uint8Array) return `base64 ${Buffer.from(value).toString('base64').slice(0, 1800)}`;
  if (typeof value === 'string') return JSON.stringify(value).slice(0, 1500);
  return JSON.stringify({ ...value, cookie: value.cookie && 'a session' }).slice(0, 1500);
}

/** Whether the machine is so busy that the clock says nothing. */
const isStarved = () => (loadavg()[0] ?? 0) > 2 * availableParallelism();

/** Silences the product's log of refused inputs; responses alone are checked. */
function silenced() {
  const { log, warn, error } = console;
  Object.assign(console, { log: () => undefined, warn: () => undefined, error: () => undefined });
  return { restore: () => Object.assign(console, { log, warn, error }) };
}
