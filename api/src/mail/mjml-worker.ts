/** Compiles MJML in a thread of its own, since an administrator's text may keep it busy for a long time. */
import { parentPort } from 'node:worker_threads';
import { pageOf } from './mjml-page.ts';

parentPort?.on('message', async (mjml: string) => parentPort?.postMessage(await pageOf(mjml)));
parentPort?.postMessage('ready');
