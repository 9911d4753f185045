import type { Response } from 'express';

/** Anybody's bytes under our own address: kept by a browser, never shown as a page of ours. */
export function sendAsDownload(res: Response, { name, path }: { name: string; path: string }): void {
  res.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" });
  res.attachment(name).type('application/octet-stream').sendFile(path, { dotfiles: 'allow' });
}
