// Builds the page to dist/explorer. `npm run explorer:dev` serves it with reload and forwards the API to
// a server at localhost:8080.

import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';
import { guidePlugin } from './build/guide-plugin.ts';
import { compressBuild } from './vite.compress.ts';

const folder = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/**
 * Small shared modules would each become a file of their own. What the first page needs is one file, which is
 * smaller compressed than two; what later parts share is another.
 */
const CHUNKS = [
  // The language is mended before the chart library, which one file keeps in order.
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  // Explore loads the request card at once, and would load everything shared with it.
  {
    name: 'request-card',
    test: /parts\/snippets\/|explore\/(?:request-card|curl-snippet)/,
    priority: 2,
  },
  { name: 'shared', minShareCount: 2, priority: 1 },
];

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  root: folder('.'),
  base: '/',
  plugins: [guidePlugin(folder('../../docs')), compressBuild()],
  resolve: { conditions: ['source', ...defaultClientConditions] },
  build: {
    outDir: folder('../../dist/explorer'),
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: true,
    rolldownOptions: { output: { codeSplitting: { groups: CHUNKS } } },
  },
  server: { proxy: { '/api': 'http://localhost:8080', '/openapi.json': 'http://localhost:8080' } },
});
