import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compressAssets } from '../../kit/web/compress-assets.mjs';
import { entryChunk } from '../../kit/web/shared-chunks.ts';

/** The address of a running tenant for `vite` while the scanner is being developed. */
const venue = process.env.VENUE_URL ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/scan/',
  plugins: [
    react(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: '.',
      filename: 'service-worker.ts',
      // The page registers the service worker itself, and the server makes the manifest with the tenant's name.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        // The decoder is cached too, because the first bottle may be scanned offline.
        globPatterns: ['**/*.{js,css,html,svg,png,wasm}', '**/manrope-{cyrillic,latin}-wght*.woff2'],
      },
    }),
    {
      // The modules of zxing only define classes; without this the 2D readers are shipped too, three times the size.
      name: 'zxing-without-side-effects',
      transform: { filter: { id: /@zxing[\\/]/ }, handler: () => ({ moduleSideEffects: false }) },
    },
    compressAssets(),
  ],
  worker: { format: 'es' },
  build: {
    outDir: '../dist/scanner',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: { output: { codeSplitting: entryChunk(/scanner\/main\.tsx$/) } },
  },
  server: { proxy: { '/api': venue } },
});
