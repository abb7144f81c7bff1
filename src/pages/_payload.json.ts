import type { APIRoute } from 'astro';
import { payloads, type Payload } from '../content/payloads.ts';

/** Injected at `/[...page]/_payload.json`, since a file whose name begins with `_` is no route by itself. */
export async function getStaticPaths() {
  return (await payloads()).map((payload) => ({
    params: { page: payload.path === '/' ? undefined : payload.path.slice(1) },
    props: { path: payload.path, data: payload.data },
    cacheKey: payload.cacheKey,
  }));
}

export const GET: APIRoute<Pick<Payload, 'path' | 'data'>> = ({ props }) => Response.json(props);
