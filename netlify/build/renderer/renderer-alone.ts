import path from 'node:path';
import { normalizePath, type Plugin } from 'vite';

/**
 * Keeps a compilation of the project in this folder from what is no part of the renderer, nor of what browsers load with
 * its pages.
 */
export function rendererAlone(root: string): Plugin[] {
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
