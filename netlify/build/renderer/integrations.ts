import type { AstroIntegration } from 'astro';
import type { Plugin } from 'vite';

const zodModule = '\0zod-without-eval';

/**
 * Stops Zod from compiling schemas in browsers: it first tests whether it may use eval, and the policy of every page
 * reports that test. The setting has to precede the first schema, so it is added to the library itself.
 */
export function zodWithoutEval(): Plugin {
  return {
    name: 'zod-without-eval',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    resolveId: {
      filter: { id: /^zod$/ },
      handler: (_source, importer) => (importer === zodModule ? undefined : zodModule),
    },
    load: {
      filter: { id: /^\0zod-without-eval$/ },
      handler: () => `import { config } from 'zod/v4/core';\nexport * from 'zod';\nconfig({ jitless: true });\n`,
    },
  };
}

/**
 * Excludes from the renderer what browsers load late, such as the readers of import files: no page is rendered from code
 * that loads on a press.
 */
export function withoutLateCode(): Plugin {
  return {
    name: 'without-late-code',
    enforce: 'pre',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name !== 'client',
    resolveDynamicImport: (_specifier, importer = '') => (/\/src\/\w+\/browser\//.test(importer) ? false : undefined),
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
        // The renderer runs wherever it is put: it may depend on nothing but Node. The libraries' code for development is a
        // third of it, and would be compiled and loaded in vain.
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

/** Shows the kit at /kit: in development, and with KIT=1, as in tests. A build for readers has no such page. */
export function kitRoute(env: NodeJS.ProcessEnv = process.env): AstroIntegration {
  return {
    name: 'kit-route',
    hooks: {
      'astro:config:setup': ({ command, injectRoute }) => {
        if (command !== 'dev' && kitPages(env).length === 0) return;
        injectRoute({ pattern: kitPage, entrypoint: './src/pages/_kit.astro' });
      },
    },
  };
}

const kitPage = '/kit';

/** The pages of the kit that a build adds to those of the site. */
export function kitPages(env: NodeJS.ProcessEnv = process.env): string[] {
  return env.KIT === '1' ? [kitPage] : [];
}

/** Adds the data of every page at `{page}/_payload.json`. */
export function payloadRoute(): AstroIntegration {
  return {
    name: 'payload-route',
    hooks: {
      'astro:config:setup': ({ injectRoute }) => {
        // The last part of most pages is a parameter, which would take precedence over the general pattern.
        for (const pattern of [
          '/[...page]/_payload.json',
          '/_payload.json',
          '/user/settings/[...section]/_payload.json',
          '/u/[handle]/_payload.json',
          '/u/[handle]/[page]/_payload.json',
          '/u/[handle]/comments/[...page]/_payload.json',
          '/u/[handle]/c/[slug]/_payload.json',
          '/u/[handle]/c/[slug]/[page]/_payload.json',
        ]) {
          injectRoute({ pattern, entrypoint: './src/pages/_payload.json.ts' });
        }
      },
    },
  };
}
