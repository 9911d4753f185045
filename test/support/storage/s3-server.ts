import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { BucketSettings } from '@ostatok/api/src/storage/bucket-storage.ts';
import { createS3Bucket, refusal, type S3Answer } from './s3-bucket.ts';
import { signatureMistake } from './s3-signature.ts';

const BUCKET = 'copies';
const ACCOUNT = 'test-account';
export const S3_SECRET = 'the-secret-of-the-test-account';

/** What happens to a request instead of an answer: a broken connection, silence, or an error of the service. */
type Interference = 'cut' | 'hang' | { status: number; code: string };

export interface S3Server {
  endpoint: string;
  /** The environment of a platform that keeps its backups here. */
  env: Record<'BACKUP_URL' | 'S3_ENDPOINT' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY', string>;
  settings: (more?: Partial<BucketSettings>) => BucketSettings;
  /** All that is completely stored, by key; a test may alter it. */
  objects: Map<string, Buffer>;
  /** The keys of uploads that were neither completed nor given up. */
  unfinished: () => string[];
  /** Decides on each request; undefined lets it through. */
  interfere: ((request: IncomingMessage) => Interference | undefined) | undefined;
  /** Decides on the answer of a request that was carried out. */
  afterwards: ((request: IncomingMessage) => 'cut' | undefined) | undefined;
  close: () => Promise<void>;
}

function send(res: ServerResponse, method: string, { status, body, headers }: S3Answer): void {
  const type = typeof body === 'string' ? 'application/xml' : 'application/octet-stream';
  res.writeHead(status, { ...(body !== undefined && { 'content-type': type }), ...headers });
  res.end(method === 'HEAD' ? undefined : body);
}

/** Starts a server that speaks S3, with one bucket in memory and checked signatures. Parts may be small. */
export async function startS3({ leastPart = 1 } = {}): Promise<S3Server> {
  const bucket = createS3Bucket(leastPart);
  const accounts = new Map([[ACCOUNT, S3_SECRET]]);

  async function answerTo(req: IncomingMessage): Promise<S3Answer> {
    const url = new URL(req.url ?? '', `http://${req.headers.host}`);
    const { method = '' } = req;
    const body = await buffer(req);
    const mistake = signatureMistake(req, url, accounts);
    if (mistake) return refusal(403, mistake);
    const [, name, ...path] = url.pathname.split('/').map(decodeURIComponent);
    if (name !== BUCKET) return refusal(404, 'NoSuchBucket');
    return bucket.handle({ method, key: path.join('/'), query: url.searchParams, body, range: req.headers.range });
  }

  const server = createServer((req, res) => {
    const instead = running.interfere?.(req);
    if (instead === 'hang') return;
    if (instead === 'cut') req.socket.destroy();
    else if (instead) send(res, req.method ?? '', refusal(instead.status, instead.code));
    else
      void answerTo(req).then(
        (answer) => (running.afterwards?.(req) === 'cut' ? res.destroy() : send(res, req.method ?? '', answer)),
        // the client has gone
        () => res.destroy(),
      );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const url = `s3://${BUCKET}/ours`;
  const running: S3Server = {
    endpoint,
    env: { BACKUP_URL: url, S3_ENDPOINT: endpoint, S3_ACCESS_KEY_ID: ACCOUNT, S3_SECRET_ACCESS_KEY: S3_SECRET },
    settings: (more) => ({
      url,
      endpoint,
      region: 'us-east-1',
      accessKeyId: ACCOUNT,
      secretAccessKey: S3_SECRET,
      ...more,
    }),
    objects: bucket.objects,
    unfinished: () => [...bucket.uploads.values()].map(({ key }) => key).sort(),
    interfere: undefined,
    afterwards: undefined,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return running;
}
