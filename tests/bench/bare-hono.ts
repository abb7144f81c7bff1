import { serve } from '@hono/node-server';
import { createClient } from '@redis/client';
import { Hono } from 'hono';

/**
 * The minimal server that responds with a stored value, as a baseline: `node bare-hono.ts REDIS_URL` prints its port.
 */
const client = createClient({ url: process.argv[2] ?? '' });
await client.connect();
await client.set('bare', JSON.stringify({ user: null }));
const app = new Hono();
app.get('/', async (context) =>
  context.body((await client.get('bare')) ?? '', 200, { 'Content-Type': 'application/json' }),
);
serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => console.log(port));
