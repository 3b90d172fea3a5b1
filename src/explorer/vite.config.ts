// Builds the page to dist/explorer. `npm run explorer:dev` serves it with reload and forwards the API to
// a server at localhost:8080.

import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';
import { compressBuild } from './vite.compress.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  root: folder('.'),
  base: '/',
  plugins: [compressBuild()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: folder('../../dist/explorer'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
  },
  server: { proxy: { '/api': 'http://localhost:8080', '/openapi.json': 'http://localhost:8080' } },
});
