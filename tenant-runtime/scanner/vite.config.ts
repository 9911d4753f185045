import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Where `vite` finds a running venue while the scanner is being worked on. */
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
      // The page registers it itself, and the manifest is a file of its own in public/.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}', '**/manrope-{cyrillic,latin}-wght*.woff2'],
      },
    }),
    {
      // Its modules only define classes; without this the 2D readers are shipped too, three times the size.
      name: 'zxing-without-side-effects',
      transform: { filter: { id: /@zxing[\\/]/ }, handler: () => ({ moduleSideEffects: false }) },
    },
  ],
  build: { outDir: '../dist/scanner', emptyOutDir: true, target: 'es2022' },
  server: { proxy: { '/api': venue } },
});
