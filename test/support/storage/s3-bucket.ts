import { createHash, randomUUID } from 'node:crypto';

/** An answer of the service: XML, the bytes of an object, or nothing. */
export interface S3Answer {
  status: number;
  body?: string | Buffer;
  headers?: Record<string, string>;
}

interface Upload {
  key: string;
  begun: Date;
  parts: Map<number, Buffer>;
}

export interface S3Request {
  method: string;
  /** Empty for the bucket itself. */
  key: string;
  query: URLSearchParams;
  body: Buffer;
  range: string | undefined;
}

const PAGE = 1000;
const etagOf = (bytes: Buffer): string => `"${createHash('md5').update(bytes).digest('hex')}"`;
const tag = (name: string, ...inner: (string | number)[]): string => `<${name}>${inner.join('')}</${name}>`;
const escapeXml = (text: string): string => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const answer = (status: number, body: string): S3Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?>${body}`,
});
export const refusal = (status: number, code: string): S3Answer => answer(status, tag('Error', tag('Code', code)));

/** The parts that the client names, which have to be there, in order and unchanged. */
function assemble(upload: Upload, xml: string, leastPart: number): Buffer | undefined {
  const named = [...xml.matchAll(/<Part>(.*?)<\/Part>/gs)].map(([, part = '']) => ({
    number: Number(/<PartNumber>(\d+)</.exec(part)?.[1]),
    etag: /<ETag>(?:"|&quot;)?([0-9a-f]+)/.exec(part)?.[1],
  }));
  const parts = named.map(({ number }) => upload.parts.get(number));
  const isOrdered = named.every(({ number }, at) => number > (named[at - 1]?.number ?? 0));
  const areSame = parts.every((part, at) => part && etagOf(part) === `"${named[at]?.etag}"`);
  const areLarge = parts.slice(0, -1).every((part) => (part?.length ?? 0) >= leastPart);
  return named.length > 0 && isOrdered && areSame && areLarge ? Buffer.concat(parts as Buffer[]) : undefined;
}

/** A bucket in memory that follows the documentation of the requests that storages of ours send. */
export function createS3Bucket(leastPart: number) {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, Upload>();

  function list(query: URLSearchParams): S3Answer {
    const prefix = query.get('prefix') ?? '';
    const after = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const page = keys.slice(0, Math.min(Number(query.get('max-keys') ?? PAGE), PAGE));
    const isCut = page.length < keys.length;
    const contents = page.map((key) =>
      tag(
        'Contents',
        tag('Key', escapeXml(key)),
        tag('Size', objects.get(key)?.length ?? 0),
        tag('ETag', escapeXml(etagOf(objects.get(key) ?? Buffer.alloc(0)))),
      ),
    );
    const next = isCut ? tag('NextContinuationToken', escapeXml(page.at(-1) ?? '')) : '';
    return answer(200, tag('ListBucketResult', tag('IsTruncated', String(isCut)), ...contents, next));
  }

  function listUploads(query: URLSearchParams): S3Answer {
    const found = [...uploads].filter(([, { key }]) => key.startsWith(query.get('prefix') ?? ''));
    const listed = found.map(([id, { key, begun }]) =>
      tag('Upload', tag('Key', escapeXml(key)), tag('UploadId', id), tag('Initiated', begun.toISOString())),
    );
    return answer(200, tag('ListMultipartUploadsResult', tag('IsTruncated', 'false'), ...listed));
  }

  function begin(key: string): S3Answer {
    const id = randomUUID();
    uploads.set(id, { key, begun: new Date(), parts: new Map() });
    return answer(200, tag('InitiateMultipartUploadResult', tag('Key', escapeXml(key)), tag('UploadId', id)));
  }

  function complete(id: string, { key, body }: S3Request): S3Answer {
    const upload = uploads.get(id);
    if (upload?.key !== key) return refusal(404, 'NoSuchUpload');
    const whole = assemble(upload, body.toString(), leastPart);
    if (!whole) return refusal(400, 'InvalidPart');
    uploads.delete(id);
    objects.set(key, whole);
    return answer(
      200,
      tag('CompleteMultipartUploadResult', tag('Key', escapeXml(key)), tag('ETag', escapeXml(etagOf(whole)))),
    );
  }

  function put({ key, query, body }: S3Request): S3Answer {
    const id = query.get('uploadId');
    const upload = id === null ? undefined : uploads.get(id);
    if (id !== null && upload?.key !== key) return refusal(404, 'NoSuchUpload');
    if (upload) upload.parts.set(Number(query.get('partNumber')), body);
    else objects.set(key, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  function get({ key, range, method }: S3Request): S3Answer {
    const bytes = objects.get(key);
    if (!bytes) return method === 'HEAD' ? { status: 404 } : refusal(404, 'NoSuchKey');
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? [];
    const headers = { etag: etagOf(bytes) };
    if (from === undefined) return { status: 200, headers, body: bytes };
    if (Number(from) >= bytes.length) return refusal(416, 'InvalidRange');
    return { status: 206, headers, body: bytes.subarray(Number(from), Number(to) + 1) };
  }

  function remove({ key, query }: S3Request): S3Answer {
    const id = query.get('uploadId');
    if (id === null) objects.delete(key);
    else if (!uploads.delete(id)) return refusal(404, 'NoSuchUpload');
    return { status: 204 };
  }

  function handle(request: S3Request): S3Answer {
    const { method, key, query } = request;
    const uploadId = query.get('uploadId');
    if (key === '' && method === 'GET') return query.has('uploads') ? listUploads(query) : list(query);
    if (key === '') return refusal(405, 'MethodNotAllowed');
    if (method === 'PUT') return put(request);
    if (method === 'GET' || method === 'HEAD') return get(request);
    if (method === 'DELETE') return remove(request);
    if (method === 'POST' && query.has('uploads')) return begin(key);
    if (method === 'POST' && uploadId !== null) return complete(uploadId, request);
    return refusal(405, 'MethodNotAllowed');
  }

  return { objects, uploads, handle };
}
