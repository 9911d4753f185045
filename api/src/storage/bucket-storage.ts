import type { S3mini, UploadPart } from 's3mini';
import { attempt, bytesOf, type Patience, patientFetch } from './bucket-client.ts';
import { MissingObject, type Storage, StorageError, type StoredObject } from './storage.ts';

/** The size of one request of an upload, which is held in memory. A bucket takes 10,000 of them for a file. */
const PART_BYTES = 8 * 1024 * 1024;
const MOST_PARTS = 10_000;
/** How long an answer, or the next bytes of a file, may take: people wait for some, and a start of the platform does. */
const PATIENCE_MS = 20_000;
/** How long the answer to an upload may take: 8 MB at a megabit a second. */
const UPLOAD_MS = 90_000;
const BINARY = 'application/octet-stream';

export interface BucketSettings extends Partial<Patience> {
  /** `s3://bucket/prefix`; the prefix may be absent. */
  url: string;
  /** The address of the service, as https://storage.example. */
  endpoint: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  partBytes?: number;
}

interface Bucket {
  name: string;
  /** Ends with a slash, or is empty. */
  prefix: string;
  place: string;
  patienceMs: number;
  partBytes: number;
  client: () => Promise<S3mini>;
}

/** An upload that was begun and neither finished nor given up, as the service lists it. */
interface Unfinished {
  Key: string;
  UploadId: string;
  Initiated?: string;
}

/** Opens no connection; the client is loaded when it is first needed. */
function openBucket(settings: BucketSettings): Bucket {
  const { url, endpoint, patienceMs = PATIENCE_MS, uploadMs = UPLOAD_MS, partBytes, ...account } = settings;
  const { host, pathname } = new URL(url);
  const path = pathname.split('/').filter(Boolean);
  const address = `${endpoint.replace(/\/+$/, '')}/${host}`;
  let client: Promise<S3mini> | undefined;
  return {
    name: ['s3:/', host, ...path].join('/'),
    prefix: path.map((part) => `${part}/`).join(''),
    place: ['s3', new URL(endpoint).host, host, ...path].join('/'),
    patienceMs,
    partBytes: partBytes ?? PART_BYTES,
    client() {
      client ??= import('s3mini').then(
        ({ S3mini: Client }) =>
          new Client({ ...account, endpoint: address, fetch: patientFetch({ patienceMs, uploadMs }) }),
      );
      return client;
    },
  };
}

/** Yields pieces of the size of a part, the last one shorter. A piece is valid until the next one is asked for. */
async function* inParts(bytes: AsyncIterable<Buffer> | Iterable<Buffer>, size: number): AsyncGenerator<Buffer> {
  const part = Buffer.allocUnsafeSlow(size);
  let filled = 0;
  for await (const piece of bytes) {
    for (let from = 0; from < piece.length; ) {
      if (filled === size) {
        yield part;
        filled = 0;
      }
      const taken = piece.copy(part, filled, from);
      filled += taken;
      from += taken;
    }
  }
  yield part.subarray(0, filled);
}

const putSmall = async ({ client }: Bucket, key: string, bytes: Buffer): Promise<void> => {
  const s3 = await client();
  await attempt(`put ${key}`, () => s3.putObject(key, bytes, BINARY));
};

async function complete(s3: S3mini, key: string, upload: string, parts: UploadPart[]): Promise<void> {
  const what = `complete ${key}`;
  const answer = await attempt(what, () => s3.completeMultipartUpload(key, upload, parts)).catch(async (error) => {
    // the first request may have been carried out and its answer lost
    if (error instanceof MissingObject && (await attempt(what, () => s3.objectExists(key)))) return {};
    throw error;
  });
  // the service may answer 200 with an error inside
  if ('Error' in answer) throw new StorageError('refused', `${what}: not completed`);
}

/** An upload in parts is an object only when it is completed, so a part that fails leaves nothing to be seen. */
async function putLarge({ client }: Bucket, key: string, first: Buffer, rest: AsyncIterator<Buffer>): Promise<void> {
  const s3 = await client();
  const upload = await attempt(`begin ${key}`, () => s3.getMultipartUploadId(key, BINARY));
  try {
    const parts: UploadPart[] = [];
    let next: IteratorResult<Buffer> = { value: first, done: false };
    for (; !next.done; next = await rest.next()) {
      if (parts.length === MOST_PARTS) throw new StorageError('too_large', `put ${key}: more than ${MOST_PARTS} parts`);
      const { value } = next;
      const number = parts.length + 1;
      parts.push(await attempt(`part ${number} of ${key}`, () => s3.uploadPart(key, upload, value, number)));
    }
    await complete(s3, key, upload, parts);
  } catch (error) {
    await s3.abortMultipartUpload(key, upload).catch(() => undefined);
    throw error;
  }
}

async function put(bucket: Bucket, key: string, bytes: AsyncIterable<Buffer> | Iterable<Buffer>): Promise<void> {
  const parts = inParts(bytes, bucket.partBytes);
  try {
    const { value: first = Buffer.alloc(0) } = await parts.next();
    if (first.length < bucket.partBytes) await putSmall(bucket, key, first);
    else await putLarge(bucket, key, first, parts);
  } finally {
    // ends what the bytes come from
    await parts.return(undefined);
  }
}

async function* get({ client, patienceMs }: Bucket, key: string, most?: number): AsyncGenerator<Buffer> {
  const s3 = await client();
  const what = `get ${key}`;
  const request = (): Promise<Response> => s3.getObjectRaw(key, most === undefined, 0, most);
  const answer = await attempt(what, request).catch((error) => {
    // an empty file has no first bytes
    if (error instanceof StorageError && / 416\b/.test(error.detail)) return undefined;
    throw error;
  });
  if (answer) yield* bytesOf(answer, what, patienceMs);
}

async function list({ client, name, prefix }: Bucket, wanted: string): Promise<StoredObject[]> {
  const s3 = await client();
  const found = await attempt(`list ${name}`, () => s3.listObjects('/', prefix + wanted));
  if (!found) throw new StorageError('no_bucket', `list ${name}: no bucket`);
  return found.map(({ Key, Size }) => ({ key: Key.slice(prefix.length), bytes: Size }));
}

async function isThere({ client }: Bucket, key: string): Promise<boolean> {
  const s3 = await client();
  return (await attempt(`look at ${key}`, () => s3.objectExists(key))) === true;
}

async function remove({ client }: Bucket, key: string): Promise<void> {
  const s3 = await client();
  await attempt(`remove ${key}`, () => s3.deleteObject(key)).catch((error) => {
    if (!(error instanceof MissingObject)) throw error;
  });
}

const asList = <T>(found: T | T[] | undefined): T[] => (found === undefined ? [] : ([found].flat() as T[]));

/** Some services do not list unfinished uploads; they give them up by themselves. */
async function listUnfinished({ client, name }: Bucket, prefix: string): Promise<Unfinished[]> {
  const s3 = await client();
  const answer = await attempt(`uploads of ${name}`, () => s3.listMultipartUploads('/', '', 'GET', { prefix })).catch(
    (error) => {
      if (error instanceof MissingObject || (error instanceof StorageError && error.trouble === 'refused')) return {};
      if (error instanceof StorageError && / 501\b/.test(error.detail)) return {};
      throw error;
    },
  );
  type Listed = { Upload?: Unfinished | Unfinished[] };
  const { ListMultipartUploadsResult: inner } = answer as { ListMultipartUploadsResult?: Listed };
  return asList((inner ?? (answer as Listed)).Upload).filter(({ Key }) => Key.startsWith(prefix));
}

async function giveUp({ client }: Bucket, { Key, UploadId }: Unfinished): Promise<void> {
  const s3 = await client();
  await attempt(`give up ${Key}`, () => s3.abortMultipartUpload(Key, UploadId)).catch((error) => {
    if (!(error instanceof MissingObject)) throw error;
  });
}

/** Stores files in a bucket of a service that speaks S3. */
export function createBucketStorage(settings: BucketSettings): Storage {
  const bucket = openBucket(settings);
  const full = (key: string): string => bucket.prefix + key;

  return {
    name: bucket.name,
    folder: undefined,
    put: (key, bytes) => put(bucket, full(key), bytes),
    get: (key, most) => get(bucket, full(key), most),
    list: (prefix) => list(bucket, prefix),
    isThere: (key) => isThere(bucket, full(key)),
    async remove(key) {
      await remove(bucket, full(key));
      const unfinished = await listUnfinished(bucket, full(key));
      for (const one of unfinished.filter(({ Key }) => Key === full(key))) await giveUp(bucket, one);
    },
    async removeFolder(folder) {
      for (const { key } of await list(bucket, `${folder}/`)) await remove(bucket, full(key));
      for (const one of await listUnfinished(bucket, full(`${folder}/`))) await giveUp(bucket, one);
    },
    async removeUnfinished(before) {
      for (const one of await listUnfinished(bucket, bucket.prefix)) {
        if (one.Initiated && new Date(one.Initiated) < before) await giveUp(bucket, one);
      }
    },
    // who has another address for the same bucket sees another place
    place: async () => bucket.place,
  };
}
