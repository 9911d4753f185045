import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBucketStorage } from '@ostatok/api/src/storage/bucket-storage.ts';
import { createFolderStorage } from '@ostatok/api/src/storage/folder-storage.ts';
import { MissingObject, type Storage, StorageError } from '@ostatok/api/src/storage/storage.ts';
import test from 'ava';
import { ownPort } from '../support/run/own-port.ts';
import { until } from '../support/run/until.ts';
import { S3_SECRET, type S3Server, startS3 } from '../support/storage/s3-server.ts';

const PART = 100_000;
let s3: S3Server;
let root: string;
test.before(async () => {
  s3 = await startS3();
  root = await mkdtemp(join(tmpdir(), 'storage-'));
});
test.afterEach.always(() => {
  s3.interfere = undefined;
  s3.afterwards = undefined;
});
test.after.always(async () => {
  await s3?.close();
  await rm(root, { recursive: true, force: true });
});

const bucket = (more: object = {}): Storage => createBucketStorage(s3.settings({ partBytes: PART, ...more }));

async function bytesAt(storage: Storage, key: string, most?: number): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of storage.get(key, most)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Yields pieces of odd sizes, as a compressor gives them. */
async function* inPieces(bytes: Buffer, size = 7919): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const drivers = [
  ['a folder', (name: string) => createFolderStorage(join(root, name))],
  ['a bucket', (name: string) => bucket({ url: `s3://copies/${name}` })],
] as const;

for (const [driver, open] of drivers) {
  test.serial(`${driver} gives back what was put, lists it by its beginning and forgets what is removed`, async (t) => {
    const storage = open('same');
    const sizes = [0, 1, PART - 1, PART, PART + 1, 2 * PART, 3 * PART + 12_345];
    t.deepEqual(await storage.list(''), []);
    for (const size of sizes) {
      const bytes = randomBytes(size);
      await storage.put(`t1/${size}`, inPieces(bytes));
      t.true(bytes.equals(await bytesAt(storage, `t1/${size}`)), `${size}`);
      t.true(bytes.subarray(0, 100).equals(await bytesAt(storage, `t1/${size}`, 100)) || size === 0, `${size}`);
    }
    await storage.put('t2/one', [Buffer.from('one')]);

    const listed = await storage.list('t1/');
    t.deepEqual(
      listed.map(({ bytes }) => bytes).sort((a, b) => a - b),
      sizes,
    );
    t.is((await storage.list('')).length, sizes.length + 1);
    await storage.put('t2/one', [Buffer.from('another')]);
    t.is((await bytesAt(storage, 't2/one')).toString(), 'another');
    t.deepEqual([await storage.isThere('t2/one'), await storage.isThere('t2/two')], [true, false]);
    await t.throwsAsync(bytesAt(storage, 't2/two'), { instanceOf: MissingObject });
    await storage.remove('t2/one');
    await storage.remove('t2/one');
    await storage.removeFolder('t1');
    t.deepEqual(await storage.list(''), []);
  });

  test.serial(`what ${driver} was given half of is not there`, async (t) => {
    const storage = open('half');
    async function* breaking(): AsyncGenerator<Buffer> {
      yield randomBytes(2 * PART);
      throw new Error('the database went away');
    }

    await t.throwsAsync(storage.put('t1/half', breaking()), { message: 'the database went away' });

    t.deepEqual(await storage.list(''), []);
    t.false(await storage.isThere('t1/half'));
    t.deepEqual(s3.unfinished(), []);
    t.deepEqual(await readdir(join(root, 'half/t1')).catch(() => []), []);
  });
}

test.serial('a folder has one id for all who see it, however many ask at once', async (t) => {
  const [one, other] = [createFolderStorage(join(root, 'one')), createFolderStorage(join(root, 'other'))];
  t.is(await one.place(), null);

  const made = await Promise.all(Array.from({ length: 20 }, () => createFolderStorage(join(root, 'one')).place(true)));

  t.is(new Set(made).size, 1);
  t.is(await one.place(), made[0] ?? '');
  t.not(await other.place(true), made[0] ?? '');
  t.deepEqual(await readdir(join(root, 'one/platform')), ['place-id']);
  t.is(await bucket().place(), await bucket().place());
  t.not(await bucket().place(), await bucket({ url: 's3://copies/another' }).place());
});

/** What the administrator reads when this happens to a request. */
const troubles = [
  ['denied', { status: 403, code: 'AccessDenied' }, /S3_ACCESS_KEY_ID/],
  ['clock', { status: 403, code: 'RequestTimeTooSkewed' }, /Часы/],
  ['no_bucket', { status: 404, code: 'NoSuchBucket' }, /Бакета из BACKUP_URL нет/],
  ['full', { status: 507, code: 'XMinioStorageFull' }, /кончилось место/],
  ['unreachable', { status: 503, code: 'SlowDown' }, /не отвечает/],
  ['refused', { status: 400, code: 'AuthorizationHeaderMalformed' }, /S3_REGION/],
  ['cut', 'cut', /оборвалась/],
  ['slow', 'hang', /слишком медленно/],
] as const;

for (const [trouble, interference, message] of troubles) {
  test.serial(`a bucket that is ${trouble} is told of in words, without the keys`, async (t) => {
    const storage = bucket(interference === 'hang' ? { patienceMs: 200, uploadMs: 200 } : {});
    s3.interfere = () => interference;

    for (const work of [
      () => storage.put('t1/x', [Buffer.from('x')]),
      () => storage.put('t1/x', inPieces(randomBytes(2 * PART))),
      () => bytesAt(storage, 't1/x'),
      () => storage.list(''),
    ]) {
      const error = await t.throwsAsync(work, { instanceOf: StorageError, message });
      t.like(error, { trouble, status: 503, code: `storage_${trouble}` });
      t.notRegex(JSON.stringify({ ...error, message: error?.message }) + error?.stack, new RegExp(S3_SECRET));
    }
  });
}

test.serial('an upload is waited for longer than any other answer', async (t) => {
  const storage = bucket({ patienceMs: 100, uploadMs: 60_000 });
  await storage.put('t1/x', [Buffer.from('x')]);
  const uploads: IncomingMessage[] = [];
  s3.interfere = (request) => {
    if (request.method === 'PUT') uploads.push(request);
    return 'hang';
  };
  let isUploaded = false;
  const uploading = storage.put('t1/y', [Buffer.from('y')]).then(() => (isUploaded = true));
  await until(() => uploads.length === 1, 'the upload has come');

  for (const work of [
    () => storage.list(''),
    () => storage.isThere('t1/x'),
    () => bytesAt(storage, 't1/x'),
    () => storage.remove('t1/x'),
    () => storage.put('t1/z', inPieces(randomBytes(2 * PART))),
  ])
    await t.throwsAsync(work, { code: 'storage_slow' });

  t.false(isUploaded);
  s3.interfere = undefined;
  uploads[0]?.socket.destroy();
  t.true(await uploading);
  // with the patience of a busy machine
  await bucket().removeFolder('t1');
});

test.serial('wrong keys and an address where nobody listens are told of', async (t) => {
  const stranger = bucket({ secretAccessKey: 'another' });
  await t.throwsAsync(stranger.list(''), { instanceOf: StorageError, code: 'storage_denied' });
  await t.throwsAsync(stranger.put('t1/x', [Buffer.from('x')]), { code: 'storage_denied' });
  const nowhere = bucket({ endpoint: `http://127.0.0.1:${await ownPort()}` });
  await t.throwsAsync(nowhere.list(''), { code: 'storage_unreachable' });
  const noBucket = bucket({ url: 's3://none/ours' });
  await t.throwsAsync(noBucket.list(''), { code: 'storage_no_bucket' });
  await t.throwsAsync(noBucket.put('t1/x', [Buffer.from('x')]), { code: 'storage_no_bucket' });
});

test.serial('a short trouble is waited out, and an upload goes on', async (t) => {
  const storage = bucket();
  const failing = new Map<string, number>();
  s3.interfere = ({ method, url = '' }) => {
    const request = `${method} ${url}`;
    const times = failing.get(request) ?? 0;
    failing.set(request, times + 1);
    if (times === 0) return 'cut';
    return times === 1 ? { status: 500, code: 'InternalError' } : undefined;
  };
  const bytes = randomBytes(2 * PART + 5);

  await storage.put('t1/patient', inPieces(bytes));

  t.true(bytes.equals(await bytesAt(storage, 't1/patient')));
  await storage.remove('t1/patient');
});

test.serial('an upload that was cut in the middle is not listed, and takes no space', async (t) => {
  const storage = bucket();
  s3.interfere = ({ url = '' }) => (url.includes('partNumber=2') ? 'cut' : undefined);

  await t.throwsAsync(storage.put('t1/cut', inPieces(randomBytes(3 * PART))), { code: 'storage_cut' });

  t.deepEqual([await storage.list(''), s3.unfinished()], [[], []]);
});

test.serial('uploads that a crash left are given up with their key, and by their age', async (t) => {
  const storage = bucket();
  // the process cannot give them up either
  s3.interfere = ({ method, url = '' }) => (url.includes('partNumber=2') || method === 'DELETE' ? 'cut' : undefined);
  for (const key of ['t1/a', 't1/ab', 't2/c']) {
    await t.throwsAsync(storage.put(key, inPieces(randomBytes(3 * PART))), { code: 'storage_cut' });
  }
  s3.interfere = undefined;
  t.deepEqual([await storage.list(''), s3.unfinished().length], [[], 3]);

  await storage.remove('t1/a');
  t.deepEqual(s3.unfinished(), ['ours/t1/ab', 'ours/t2/c']);
  await storage.removeFolder('t2');
  t.deepEqual(s3.unfinished(), ['ours/t1/ab']);
  await storage.removeUnfinished(new Date(Date.now() - 60_000));
  t.is(s3.unfinished().length, 1);
  await storage.removeUnfinished(new Date(Date.now() + 60_000));
  t.is(s3.unfinished().length, 0);
});

test.serial('an error that comes with a good status leaves no object', async (t) => {
  const storage = bucket();
  s3.interfere = ({ method, url = '' }) =>
    method === 'POST' && url.includes('uploadId') ? { status: 200, code: 'InternalError' } : undefined;

  await t.throwsAsync(storage.put('t1/x', inPieces(randomBytes(3 * PART))), { instanceOf: StorageError });

  t.deepEqual([await storage.list(''), s3.unfinished()], [[], []]);
});

test.serial('an upload whose completion was carried out and not answered counts', async (t) => {
  const storage = bucket();
  const bytes = randomBytes(2 * PART + 1);
  let completions = 0;
  s3.afterwards = ({ method, url = '' }) => {
    if (method !== 'POST' || !url.includes('uploadId')) return undefined;
    completions += 1;
    return completions === 1 ? 'cut' : undefined;
  };

  await storage.put('t1/lost-answer', inPieces(bytes));

  t.is(completions, 2);
  t.true(bytes.equals(await bytesAt(storage, 't1/lost-answer')));
  await storage.remove('t1/lost-answer');
});

test.serial('more than a thousand objects are listed', async (t) => {
  const storage = bucket({ url: 's3://copies/many' });
  for (let n = 0; n < 1100; n += 50) {
    await Promise.all(Array.from({ length: 50 }, (_, at) => storage.put(`t1/${n + at}`, [Buffer.from('x')])));
  }

  t.is((await storage.list('t1/')).length, 1100);
});
