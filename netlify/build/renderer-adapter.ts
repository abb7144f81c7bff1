import type { AstroIntegration } from 'astro';

/**
 * Makes Astro build a renderer instead of pages: a module that renders any address on demand. Builds of the site and
 * functions render with it, so that the templates are compiled only when they change.
 */
export function rendererAdapter(): AstroIntegration {
  return {
    name: 'renderer-adapter',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        // The renderer runs wherever it is put: nothing but Node stands beside it.
        if (command === 'build') updateConfig({ vite: { ssr: { noExternal: true } } });
      },
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
