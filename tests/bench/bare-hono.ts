import { serve } from '@hono/node-server';
import { createClient } from '@redis/client';
import { Hono } from 'hono';

/** The least that answers with what a store holds: `node bare-hono.ts REDIS_URL` prints its port. What ours costs is told beside it. */
const client = createClient({ url: process.argv[2] ?? '' });
await client.connect();
await client.set('bare', JSON.stringify({ user: null }));
const app = new Hono();
app.get('/', async (context) =>
  context.body((await client.get('bare')) ?? '', 200, { 'Content-Type': 'application/json' }),
);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port));
