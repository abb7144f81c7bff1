import type { AstroIntegration } from 'astro';

/** Gives every page its data at `{page}/_payload.json`. */
export function payloadRoute(): AstroIntegration {
  return {
    name: 'payload-route',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        // A person's pages are numbered by parameters, which would win over the general form.
        for (const pattern of [
          '/[...page]/_payload.json',
          '/u/[handle]/_payload.json',
          '/u/[handle]/comments/_payload.json',
        ]) {
          injectRoute({ pattern, entrypoint: './src/pages/_payload.json.ts' });
        }
      },
    },
  };
}
