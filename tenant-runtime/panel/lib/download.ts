import { api } from './api.ts';

/** A link cannot carry the token, so the file is fetched and then handed to the browser. */
export async function download(path: string, name: string): Promise<void> {
  const file = await api.blob(path);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
