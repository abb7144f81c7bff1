import type { APIRoute } from 'astro';
import worker from '../platform/worker/worker.ts?worker&url';

/** The service worker has one address for ever; its code has a name that changes with it. */
export const GET: APIRoute = () => new Response(`importScripts(${JSON.stringify(worker)});\n`);
