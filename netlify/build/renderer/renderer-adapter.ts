import { fileURLToPath } from 'node:url';
import type { AstroIntegration } from 'astro';
import { withFilter, normalizePath, type Plugin } from 'vite';
import path from 'node:path';

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

const nothing = /^$/;

/**
 * What some hooks of Astro's are asked about, by the names of its plugins. The compiler would ask them in JavaScript of
 * every import or every module, fifteen thousand times in all, to be told nearly each time that it is none of theirs.
 */
export const askedOnly = [
  { pluginNamePattern: ['astro:session-provider'], resolveId: { id: /\/session\/provider\.js$/ } },
  // Routes are files of ours and, for images, one of Astro's.
  { pluginNamePattern: ['astro:routes'], transform: { id: /\/src\/pages\/|\/astro\/dist\/assets\/endpoint\// } },
  // No page is written in Markdown, whose images would be found beside it, and no script is added to all pages.
  { pluginNamePattern: ['astro:markdown'], resolveId: { id: nothing } },
  { pluginNamePattern: ['astro:scripts:page-ssr'], transform: { id: nothing } },
];

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

/**
 * Keeps a compilation of the project in this folder from what is no part of the renderer, nor of what browsers load with
 * its pages.
 */
function rendererAlone(root: string): Plugin[] {
  return [withoutLazyViews(root), withoutPrerendering(), withoutBrowsersToServe()];
}

/**
 * No page that is rendered waits for an import(): what islands and the browser's code bring so comes late, when somebody
 * acts. In the renderer it would be a third of all, React's half for browsers first.
 */
function withoutLazyViews(root: string): Plugin {
  const late = '\0late';
  const src = `${normalizePath(path.join(root, 'src'))}/`;
  const isOurs = (file: string) =>
    file.startsWith(src) && /^(ui|[^/]+\/(browser|views))\//.test(file.slice(src.length));
  return {
    name: 'without-late-views',
    applyToEnvironment: ({ config }) => config.consumer === 'server',
    resolveDynamicImport: (_, from) => (from !== undefined && isOurs(from) ? { id: late } : undefined),
    load: { filter: { id: /^\0late$/ }, handler: () => 'throw new Error("This comes late, and only to browsers.");' },
  };
}

/** Astro compiles a program that prerenders pages whether there are such pages or not. None are: builds render them. */
function withoutPrerendering(): Plugin {
  const nothing = 'virtual:nothing';
  return {
    name: 'without-prerendering',
    configEnvironment: (name) =>
      name === 'prerender' ? { build: { rolldownOptions: { input: nothing } } } : undefined,
    resolveId: { filter: { id: /^virtual:nothing$/ }, handler: () => `\0${nothing}` },
    load: { filter: { id: /^\0virtual:nothing$/ }, handler: () => '' },
  };
}

/** Astro looks for collections with a server of Vite's, which would get packages ready for browsers that never come. */
function withoutBrowsersToServe(): Plugin {
  return {
    name: 'without-browsers-to-serve',
    enforce: 'post',
    configEnvironment: (_, options) => {
      // Merging could only add to what is included.
      options.optimizeDeps = { ...options.optimizeDeps, noDiscovery: true, include: [] };
    },
  };
}

/**
 * Has a build compile each file of styles once. Pages and what browsers load later both ask for the styles of the kit,
 * and what these come to is the same.
 */
export function stylesOnce(plugins: Plugin[]): Plugin[] {
  return plugins.map((plugin) => (plugin.apply === 'build' ? transformedOnce(plugin) : plugin));
}

function transformedOnce(plugin: Plugin): Plugin {
  const { transform } = plugin;
  if (typeof transform !== 'object') return plugin;
  const results = new Map<string, ReturnType<typeof transform.handler>>();
  return {
    ...plugin,
    transform: {
      ...transform,
      handler(code, id, options) {
        const key = `${id}\0${code}`;
        const result = results.get(key) ?? transform.handler.call(this, code, id, options);
        results.set(key, result);
        return result;
      },
    },
  };
}
