import type { Plugin } from 'vite';

export function compressAssets(options?: { encodings?: ('gz' | 'br')[] }): Plugin;
