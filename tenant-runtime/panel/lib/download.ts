import { api } from './api.ts';

/** Hands a file to the browser, which puts it where downloads go. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

/** A link cannot carry the token, so the file is fetched and then handed to the browser. */
export async function download(path: string, name: string): Promise<void> {
  saveFile(await api.blob(path), name);
}
