import { resolve } from 'node:path';
import react from '@astrojs/react';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'astro/config';
import { kitRoute } from './netlify/build/kit-route.ts';
import { payloadRoute } from './netlify/build/payload-route.ts';

const root = import.meta.dirname;
const { SITE_URL = 'http://localhost:8888', OUT_DIR = 'dist', CACHE_DIR = '.cache/astro' } = process.env;

export default defineConfig({
  site: SITE_URL,
  output: 'static',
  outDir: resolve(root, OUT_DIR),
  cacheDir: resolve(root, CACHE_DIR),
  trailingSlash: 'never',
  build: { format: 'file', inlineStylesheets: 'never' },
  compressHTML: true,
  devToolbar: { enabled: false },
  integrations: [react(), payloadRoute(), kitRoute()],
  experimental: { incrementalBuild: true },
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
  vite: { plugins: [tailwindcss()] },
});
