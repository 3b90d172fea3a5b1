// Builds the page to dist/explorer. `npm run explorer:dev` serves it with reload and forwards the API to
// a server at localhost:8080.

import { fileURLToPath } from 'node:url';
import { defaultClientConditions, defineConfig } from 'vite';
import { guidePlugin } from './build/guide-plugin.ts';
import { noticedPackages } from './build/noticed-packages.ts';
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
    test: /parts\/(?:snippets|sight)\/|explore\/(?:request-card|curl-snippet)/,
    priority: 2,
  },
  // Each name of a file is a part of the first load: small parts that are opened later are few files.
  {
    name: 'explore-more',
    test: /explore\/(?:slice\/slice-|known\/as-of-controls|taking\/download-menu|series-problem|empty-span|reduced-fields|chart-looks)/,
    priority: 2,
  },
  // What stands under the chart loads after it, with the bands of forecasts.
  {
    name: 'chart-foot',
    test: /explore\/foot\/|parts\/switches\/|core\/market\/areas|view\/values\/area-text|chart\/drawing\/(?:band-underlay|draw-partial|hatch)|view\/runs\/(?:run-|shown-|issue-)|view\/chart\/step-area/,
    priority: 2,
  },
  {
    name: 'menu',
    test: /shell\/(?:full-screen|menu-panel|later-parts|print-foot)|explorer\/live\/|styles\/print|parts\/(?:keys\/|clock-text)/,
    priority: 2,
  },
  {
    name: 'explore-tabs',
    test: /explore\/(?:table|heatmap)\/|view\/heatmap\/|parts\/table\//,
    priority: 2,
  },
  { name: 'boards', test: /pages\/boards\/(?!panels)/, priority: 2 },
  { name: 'shared', minShareCount: 2, priority: 1 },
];

// biome-ignore lint/style/noDefaultExport: Vite reads the default export
export default defineConfig({
  root: folder('.'),
  base: '/',
  plugins: [
    guidePlugin(folder('../../docs')),
    noticedPackages(folder('../../THIRD-PARTY.md')),
    compressBuild(),
  ],
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
