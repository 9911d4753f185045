import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { api } from '../client/api.ts';

/** Fetches the file with the token, which a link could not carry, and lets the browser save it. */
export async function download(path: string, name: string): Promise<void> {
  saveFile(await api.blob(path), name);
}
