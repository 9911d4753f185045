import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { compressAssets } from '../kit/web/compress-assets.mjs';
import { sharedChunks } from '../kit/web/shared-chunks.ts';
import { prerenderPages } from './prerender.ts';
import { siteTokens } from './site-tokens.ts';

/** The pages that guests read. They do not use the component library. */
const PUBLIC_PAGES = /owner-ui\/src\/features\/(?:landing|faq|legal|company)\/[A-Z]\w+\.tsx$/;

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  plugins: [react(), siteTokens(), prerenderPages(), compressAssets({ encodings: ['br', 'gz'] })],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    target: 'es2022',
    manifest: true,
    rolldownOptions: { output: { codeSplitting: sharedChunks({ entry: /app\/main\.tsx$/, apart: PUBLIC_PAGES }) } },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:3000', '/sandbox/api': 'http://127.0.0.1:3000' } },
});
