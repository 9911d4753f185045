import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../kit/web/compress-assets.mjs';
import { prerenderPages } from './prerender.ts';
import { siteTokens } from './site-tokens.ts';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), siteTokens(), prerenderPages(), compressAssets({ encodings: ['br', 'gz'] })],
  build: { outDir: 'dist', emptyOutDir: true, target: 'es2022', manifest: true },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/sandbox/api': 'http://127.0.0.1:3000' } },
});
