import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../../kit/web/compress-assets.mjs';
import { sharedChunks } from '../../kit/web/shared-chunks.ts';

/** The address of a running tenant for `vite` while the panel is being developed. */
const venue = process.env.VENUE_URL ?? 'http://127.0.0.1:4000';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), compressAssets()],
  build: {
    outDir: '../dist/panel',
    emptyOutDir: true,
    target: 'es2022',
    rolldownOptions: {
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        codeSplitting: sharedChunks({ entry: /panel\/main\.tsx$/ }),
      },
    },
  },
  server: { proxy: { '/api': venue, '/socket.io': { target: venue, ws: true } } },
});
