import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { withFilter } from 'vite';
import { askedOnly } from './asked-only.ts';
import { rendererAlone } from './renderer-alone.ts';

/**
 * Makes Astro build a renderer instead of pages: a module that renders any address on demand. Builds of the site and
 * functions render with it, so that the templates are compiled only when they change.
 */
export function rendererAdapter(): AstroIntegration {
  return {
    name: 'renderer-adapter',
    hooks: {
      'astro:config:setup': ({ command, config, updateConfig }) => {
        if (command !== 'build') return;
        // The renderer runs wherever it is put: nothing but Node stands beside it. What libraries hold for development
        // is a third of it, and would be compiled and loaded for nothing.
        const define = { 'process.env.NODE_ENV': JSON.stringify('production') };
        const plugins = [rendererAlone(fileURLToPath(config.root))];
        updateConfig({ vite: { define, ssr: { noExternal: true }, plugins } });
      },
      'astro:config:done': ({ setAdapter }) => {
        setAdapter({
          name: 'renderer-adapter',
          entrypointResolution: 'auto',
          serverEntrypoint: new URL('./renderer-entry.ts', import.meta.url),
          supportedAstroFeatures: { serverOutput: 'stable', sharpImageService: 'unsupported' },
        });
      },
      'astro:build:setup': ({ vite }) => {
        vite.plugins = withFilter(vite.plugins, askedOnly);
      },
    },
  };
}
