import { resolve } from 'node:path';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { kitRoute, payloadRoute } from './netlify/build/renderer/kit-route.ts';
import { rendererAdapter, zodWithoutEval } from './netlify/build/renderer/renderer-adapter.ts';

const root = import.meta.dirname;
const { RENDERER_DIR = '.cache/renderer/own', CACHE_DIR = '.cache' } = process.env;

/** What every page for reading loads comes as one file: in fifteen, each would bring its own imports and headers. */
const everyPage = {
  name: 'page',
  test: /src\/(?:platform\/browser\/(?:app-version|device-storage|errors|relative-time|shortcut-keys)|people\/browser\/session|platform\/model\/(?:offline|paths))\.ts$/,
};

// The helpers of astro/config would load 280 modules more, which nothing here needs, wherever this is read.
/** @type {import('astro').AstroUserConfig} */
export default {
  output: 'server',
  outDir: resolve(root, RENDERER_DIR),
  cacheDir: resolve(root, CACHE_DIR, 'astro'),
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  compressHTML: true,
  devToolbar: { enabled: false },
  adapter: rendererAdapter(),
  integrations: [react(), payloadRoute(), kitRoute()],
  security: {
    csp: {
      directives: [
        "default-src 'self'",
        "img-src 'self' https: data:",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "object-src 'none'",
      ],
    },
  },
  markdown: { syntaxHighlight: false },
  image: { service: { entrypoint: 'astro/assets/services/noop' } },
  vite: {
    plugins: [zodWithoutEval(), tailwindcss()],
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups: [everyPage] } } } } } },
  },
};
