import type { Plugin } from 'vite';

export function compressAssets(): Plugin;
