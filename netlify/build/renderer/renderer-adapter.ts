import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

const own = '\0zod-without-eval';

/**
 * Has Zod compile nothing in browsers. Where it may, it first tries whether it can, and the policy of every page reports the
 * try. The setting has to be there before the first schema is made, so it comes with the library itself.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: (_source, importer) => (importer === own ? undefined : own),
    },
    load: {
      filter: { id: /^\0zod-without-eval$/ },
      handler: () => `import { config } from 'zod/v4/core';\nexport * from 'zod';\nconfig({ jitless: true });\n`,
    },
  };
}

/**
 * Makes Astro build a renderer instead of pages: a module that renders any address on demand. Builds of the site and
 * functions render with it, so that the templates are compiled only when they change.
 */
export function rendererAdapter(): AstroIntegration {
  return {
    name: 'renderer-adapter',
    hooks: {
      'astro:config:setup': ({ command, updateConfig }) => {
        if (command !== 'build') return;
        // The renderer runs wherever it is put: nothing but Node stands beside it. What libraries hold for development
        // is a third of it, and would be compiled and loaded for nothing.
        const define = { 'process.env.NODE_ENV': JSON.stringify('production') };
        updateConfig({ vite: { define, ssr: { noExternal: true } } });
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
