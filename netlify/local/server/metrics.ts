import { hash, timingSafeEqual } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { publishingLag } from '../../../src/maintenance/readiness.ts';
import { countDueMail } from '../../../src/inbox/server/store/delivery.ts';
import { publishingState } from '../../../src/publishing/server/store/publishing.ts';
import type { Redis } from '../../../src/platform/server/store/redis.ts';
import type { BuildOutcome } from '../publishing/build-service.ts';

export interface Metrics {
  /** `route` is the pattern of a path, never a path, so that the number of series is limited. */
  request(call: { route: string; method: string; status: number; ms: number }): void;
  build(outcome: BuildOutcome): void;
  /** The answer of /metrics, in Prometheus' own format. */
  answer(): Promise<Response>;
}

const seconds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** The metrics of this process: calls, the store, builds, the event loop and memory. */
export function startMetrics(redis: Redis): Metrics {
  const register = new Registry();
  const registers = [register];
  collectDefaultMetrics({ register });
  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'How long calls took, by the pattern of their path.',
    labelNames: ['route', 'method', 'status'],
    buckets: seconds,
    registers,
  });
  const trips = new Histogram({
    name: 'store_round_trip_duration_seconds',
    help: 'How long the store took to answer.',
    buckets: seconds,
    registers,
  });
  const failures = new Counter({
    name: 'store_errors_total',
    help: 'Round trips to the store that failed.',
    registers,
  });
  const builds = new Histogram({
    name: 'build_duration_seconds',
    help: 'How long builds took, by how they ended.',
    labelNames: ['outcome'],
    buckets: [0.5, 1, 2.5, 5, 10, 30, 60, 300],
    registers,
  });
  const gauges = {
    changes: new Gauge({ name: 'publishing_lag_changes', help: 'Changes that are not published yet.', registers }),
    seconds: new Gauge({ name: 'publishing_lag_seconds', help: 'For how long the oldest of them waits.', registers }),
    building: new Gauge({ name: 'builds_waiting', help: 'Builds that were asked for and have not begun.', registers }),
    mails: new Gauge({
      name: 'mails_due',
      help: 'People to whom a mail with notifications is due.',
      labelNames: ['batch'],
      registers,
    }),
    up: new Gauge({ name: 'store_up', help: 'Whether the store answers.', registers }),
  };
  const waiting = new Gauge({
    name: 'reading_queue_length',
    help: 'Files, and pages with copies, of others that wait to be read.',
    labelNames: ['lane'],
    registers,
  });
  subscribe('commonplace:reading', (queue) => {
    const { lane, length } = queue as { lane: string; length: number };
    waiting.set({ lane }, length);
  });
  // Functions are in bundles of their own, which share only the process with this module.
  subscribe('commonplace:store', (trip) => {
    const { ms, failed } = trip as { ms: number; failed: boolean };
    trips.observe(ms / 1000);
    if (failed) failures.inc();
  });
  return {
    request: ({ route, method, status, ms }) => requests.observe({ route, method, status }, ms / 1000),
    build: ({ ok, ms }) => builds.observe({ outcome: ok ? 'published' : 'failed' }, ms / 1000),
    async answer() {
      const now = new Date();
      const counts = await Promise.all([publishingState(redis), countDueMail(redis, now)]).catch(() => undefined);
      gauges.up.set(counts ? 1 : 0);
      if (counts) {
        const [state, due] = counts;
        const lag = publishingLag(state, now);
        gauges.changes.set(lag.changes);
        gauges.seconds.set(lag.seconds);
        gauges.building.set(state.waiting ? 1 : 0);
        for (const [batch, count] of Object.entries(due)) gauges.mails.set({ batch }, count);
      }
      return new Response(await register.metrics(), {
        headers: { 'Content-Type': register.contentType, 'Cache-Control': 'no-store' },
      });
    },
  };
}

/** Whether a request has the token that opens /metrics to other machines; without a configured token, none does. */
export function hasMetricsToken(authorization: string | undefined, token: string | undefined): boolean {
  const digest = (text: string) => hash('sha256', text, 'buffer');
  return token !== undefined && timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`));
}
