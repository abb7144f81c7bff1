import type { AstroIntegration } from 'astro';

/**
 * Makes Astro build a renderer instead of pages: a module that renders any address on demand. Builds of the site and
 * functions render with it, so that the templates are compiled only when they change.
 */
export function rendererAdapter(): AstroIntegration {
  return {
    name: 'renderer-adapter',
    hooks: {
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'renderer-adapter',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./renderer-entry.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'unsupported' },
        });
      },
    },
  };
}
