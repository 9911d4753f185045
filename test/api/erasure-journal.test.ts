import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createBucketJournal, createErasureJournal, type Erasure } from '@ostatok/api/src/retention/journal.ts';
import { createBucketStorage } from '@ostatok/api/src/storage/bucket-storage.ts';
import test from 'ava';
import { type S3Server, startS3 } from '../support/storage/s3-server.ts';

let s3: S3Server;
let root: string;
test.before(async () => {
  s3 = await startS3();
  root = await mkdtemp(join(tmpdir(), 'erasures-'));
});
test.after.always(async () => {
  await s3?.close();
  await rm(root, { recursive: true, force: true });
});

const AT = '2026-11-27T10:00:00.000Z';
const venue = (id: string): Erasure => ({ kind: 'venue', id, at: AT });
const idsOf = (erasures: Erasure[]): string[] => erasures.map(({ id }) => String(id)).sort();
const nowhere = createErasureJournal(join(tmpdir(), 'no-such-journal.jsonl'));
const inBucket = (folder: string, own = nowhere) =>
  createBucketJournal(createBucketStorage(s3.settings({ url: `s3://copies/${folder}` })), own);

test('an entry that a crash has cut off anywhere swallows no other', async (t) => {
  const file = join(root, 'torn.jsonl');
  const journal = createErasureJournal(file);
  const line = `${JSON.stringify(venue('tlost'))}\n`;
  const expected: string[] = [];
  for (let length = 1; length < line.length - 1; length += 1) {
    await appendFile(file, line.slice(0, length));
    await journal.append([venue(`t${length}`), venue(`u${length}`)]);
    expected.push(`t${length}`, `u${length}`);
  }

  t.deepEqual(idsOf(await journal.read()), expected.sort());
});

test('processes that write at once lose nothing, whoever of them is killed', async (t) => {
  const file = join(root, 'many.jsonl');
  const source = join(import.meta.dirname, '../../api/src/retention/journal.ts');
  const program = (name: string): string => `
    const { createErasureJournal } = await import(${JSON.stringify(source)});
    const journal = createErasureJournal(${JSON.stringify(file)});
    for (let n = 0; n < 100; n += 1) {
      await journal.append([{ kind: 'venue', id: '${name}' + n, at: '${AT}' }]);
      if ('${name}' === 'killed' && n === 20) process.kill(process.pid, 'SIGKILL');
    }`;
  const names = ['a', 'b', 'c', 'killed'];

  const ends = await Promise.allSettled(
    names.map((name) => promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program(name)])),
  );

  t.deepEqual(
    ends.map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'fulfilled', 'rejected'],
  );
  const found = idsOf(await createErasureJournal(file).read());
  t.is(found.length, 321);
  t.is(new Set(found).size, 321);
});

test.serial('in a bucket each append is an object, and all who write and read see all', async (t) => {
  const journals = [inBucket('shared'), inBucket('shared'), inBucket('shared')];

  await Promise.all(
    journals.flatMap((journal, at) => Array.from({ length: 10 }, (_, n) => journal.append([venue(`t${at}-${n}`)]))),
  );
  await journals[0]?.append([venue('one'), venue('two')]);
  await journals[0]?.append([]);

  for (const journal of [...journals, inBucket('shared')]) t.is((await journal.read()).length, 32);
  t.is([...s3.objects.keys()].filter((key) => key.startsWith('shared/erasures/')).length, 31);
  let read = 0;
  s3.interfere = ({ url = '' }) => {
    read += url.includes('.jsonl') ? 1 : 0;
    return undefined;
  };
  await journals[0]?.read();
  t.is(read, 0, 'what never changes is not read again');
  s3.interfere = undefined;
});

test.serial('an entry that could not be stored is told of, and leaves nothing half', async (t) => {
  const journal = inBucket('cut');
  await journal.append([venue('t1')]);
  s3.interfere = ({ method }) => (method === 'PUT' ? 'cut' : undefined);
  await t.throwsAsync(journal.append([venue('t2')]), { code: 'storage_cut' });
  s3.interfere = () => ({ status: 403, code: 'AccessDenied' });
  await t.throwsAsync(journal.read(), { code: 'storage_denied' });
  s3.interfere = undefined;

  t.deepEqual(idsOf(await journal.read()), ['t1']);
});

test.serial('the file of before there was a bucket is carried over once', async (t) => {
  const own = createErasureJournal(join(root, 'own.jsonl'));
  await own.append([venue('t1'), { kind: 'account', id: 7, made: AT, at: AT }]);
  const journal = inBucket('moved', own);

  t.is((await journal.read()).length, 2);
  t.is((await journal.read()).length, 2);

  t.deepEqual(idsOf(await inBucket('moved').read()), ['7', 't1']);
});
