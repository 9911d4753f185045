import type { Response } from 'express';

/** Sends anybody's bytes from our own address: the browser saves them and never shows them as a page of ours. */
export function sendAsDownload(res: Response, { name, path }: { name: string; path: string }): void {
  res.set({ 'X-Content-Type-Options': 'nosniff', 'Content-Security-Policy': "default-src 'none'; sandbox" });
  res.attachment(name).type('application/octet-stream').sendFile(path, { dotfiles: 'allow' });
}
