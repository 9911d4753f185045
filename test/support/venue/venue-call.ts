import { request } from 'node:http';

export interface RawReply {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A request to the platform's port with any Host and any target, which fetch does not allow. */
export function rawRequest(
  port: number,
  options: {
    method?: string;
    path: string;
    host: string;
    headers?: Record<string, string>;
    body?: string;
    signal?: AbortSignal;
  },
): Promise<RawReply> {
  return new Promise((resolve, reject) => {
    const { method = 'GET', path, host, headers = {}, body, signal } = options;
    const named = { ...headers, host };
    const sent = request({ host: '127.0.0.1', port, method, path, headers: named, signal }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.once('error', reject);
      answer.once('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text: Buffer.concat(chunks).toString() }),
      );
    });
    sent.once('error', reject);
    sent.end(body);
  });
}
