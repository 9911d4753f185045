import { saveFile } from '@ostatok/kit/web/save-file.ts';
import { api } from './api.ts';

/** A link cannot carry the token, so the file is fetched and then handed to the browser. */
export async function download(path: string, name: string): Promise<void> {
  saveFile(await api.blob(path), name);
}
