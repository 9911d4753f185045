import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../kit/web/compress-assets.mjs';

export default defineConfig({
  root: import.meta.dirname,
  base: '/admin/',
  plugins: [react(), compressAssets()],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', manifest: true, chunkSizeWarningLimit: 2500 },
  server: { proxy: { '/api': 'http://127.0.0.1:3000' } },
});
