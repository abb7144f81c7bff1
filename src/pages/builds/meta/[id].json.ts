import type { APIRoute } from 'astro';
import { payloads } from '../../../content/payloads.ts';
import { thisBuild } from '../../../content/this-build.ts';
import { guardedPaths } from '../../../domain/guards.ts';

export function getStaticPaths() {
  return [{ params: { id: thisBuild().id } }];
}

/** A build's route rules: which pages are guarded, and which are prerendered and announced. */
export const GET: APIRoute = async () => {
  const announced = (await payloads()).filter((payload) => payload.announced);
  return Response.json({
    ...thisBuild(),
    routeRules: Object.fromEntries(Object.entries(guardedPaths).map(([path, guard]) => [path, { guard }])),
    prerendered: announced.map(({ path }) => encodeURI(path)),
  });
};
