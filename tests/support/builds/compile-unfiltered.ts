import { build, type AstroIntegration } from 'astro';
import { withFilter } from 'vite';
import { askedOnly } from '../../../netlify/build/renderer/renderer-adapter.ts';

const everything = { id: /^/ };

/** Has the hooks that the product asks about little asked about everything, which is at least what Astro asks. */
const unfiltered: AstroIntegration = {
  name: 'unfiltered',
  hooks: {
    'astro:build:setup': ({ vite }) => {
      const filters = askedOnly.map(({ pluginNamePattern, ...hooks }) => ({
        pluginNamePattern,
        ...Object.fromEntries(Object.keys(hooks).map((hook) => [hook, everything])),
      }));
      vite.plugins = withFilter(vite.plugins, filters);
    },
  },
};

/** Compiles the templates of the project in the folder that is named, into RENDERER_DIR. A program of its own. */
const [root = '.'] = process.argv.slice(2);
await build({ root, logLevel: 'warn', integrations: [unfiltered] });
