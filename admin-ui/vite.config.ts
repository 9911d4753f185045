import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../kit/web/compress-assets.mjs';
import { sharedChunks } from '../kit/web/shared-chunks.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react(), compressAssets()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    chunkSizeWarningLimit: 2500,
    rolldownOptions: { output: { codeSplitting: sharedChunks({ entry: /src\/main\.tsx$/ }) } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
