import { resolve } from 'node:path';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import {
  kitRoute,
  payloadRoute,
  rendererAdapter,
  withoutLateCode,
  zodWithoutEval,
} from './netlify/build/renderer/integrations.ts';

const root = import.meta.dirname;
const { RENDERER_DIR = '.cache/renderer/own', CACHE_DIR = '.cache' } = process.env;

/** What pages for reading load comes in few files: in fifteen, each would bring its own imports and headers. */
const chunks = {
  page: [
    'vite/preload-helper',
    'src/app/browser/(?:shortcuts|start-page)',
    'src/moderation/browser/report',
    'src/people/browser/session',
    'src/platform/browser/(?:app-version|colour-mode|device-storage|errors|relative-time|shortcut-keys)',
    'src/platform/model/(?:offline|paths)',
  ],
  note: [
    'src/app/browser/discussion',
    'src/assistant/browser/asking',
    'src/library/browser/stored-positions',
    'src/reading/browser/reading',
    'src/writing/browser/own-note',
  ],
};
const groups = Object.entries(chunks).map(([name, files]) => ({
  name,
  test: new RegExp(`(?:${files.join('|')})\\.(?:ts|js)$`),
}));

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
    plugins: [zodWithoutEval(), withoutLateCode(), tailwindcss()],
    environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  },
};
