import type { MiddlewareHandler } from 'astro';
import { contentFor } from './dev-content.ts';

/** Gives pages their content in development, where no build hands it to them. */
export const onRequest: MiddlewareHandler = ({ locals, request }, next) => {
  locals.content = contentFor(request);
  return next();
};
