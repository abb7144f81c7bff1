import type { AstroIntegration } from 'astro';

/** Gives every prerendered page its data at `{page}/_payload.json`. */
export function payloadRoute(): AstroIntegration {
  return {
    name: 'payload-route',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        injectRoute({
          pattern: '/[...page]/_payload.json',
          entrypoint: './src/pages/_payload.json.ts',
          prerender: true,
        });
      },
    },
  };
}
