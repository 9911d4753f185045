import { randomBytes } from 'node:crypto';
import { openBackup, protectionIn, sealBackup } from '@ostatok/api/src/backups/envelope.ts';
import { toAppError } from '@ostatok/api/src/backups/errors.ts';
import { createBackupKeys } from '@ostatok/api/src/keys/backup-keys.ts';
import test from 'ava';

const CHUNK = 64 * 1024;
const secretKey = 's'.repeat(40);
const backupKey = 'b'.repeat(40);
const signing = createBackupKeys({ secretKey });
const encrypting = createBackupKeys({ secretKey, backupKey });
const about: { id: string; tenant_id: string | null; created_at: string } = {
  id: 'a',
  tenant_id: 't0123456789',
  created_at: '2026-11-22T00:00:00.000Z',
};
const content = randomBytes(3 * CHUNK + 100);

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
/** Yields chunks of odd sizes, as a disk may return them. */
async function* pieces(bytes: Buffer, size = 10_007): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
const seal = (bytes: Buffer, keys = signing, of = about) => collect(sealBackup(pieces(bytes), of, keys));
const open = (bytes: Buffer, keys = signing, more = {}) =>
  collect(openBackup(pieces(bytes), { keys, wanted: about, ...more })).then(
    (opened) => ({ opened, refused: undefined }),
    (error) => ({ opened: undefined, refused: toAppError(error).message }),
  );
/** The lines before the chunks, and the chunks with their tags. */
function partsOf(file: Buffer): { head: Buffer; chunks: Buffer[] } {
  const end = file.indexOf('\n', file.indexOf('\n') + 1) + 1;
  const chunks: Buffer[] = [];
  for (let at = end; at < file.length; at += CHUNK + 16) chunks.push(file.subarray(at, at + CHUNK + 16));
  return { head: file.subarray(0, end), chunks };
}

for (const [what, keys] of Object.entries({ signed: signing, encrypted: encrypting })) {
  test(`a ${what} backup comes back as it was, whatever its length`, async (t) => {
    for (const length of [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, content.length]) {
      const bytes = content.subarray(0, length);
      t.deepEqual((await open(await seal(bytes, keys), keys)).opened, bytes, `${length}`);
    }
  });

  test(`a ${what} backup that is changed, cut, lengthened, reordered or spliced is refused in a sentence`, async (t) => {
    const file = await seal(content, keys);
    const { head, chunks } = partsOf(file);
    const [first, second, third, last] = chunks as [Buffer, Buffer, Buffer, Buffer];
    const other = partsOf(await seal(randomBytes(content.length), keys));
    const changedAt = (at: number): Buffer => {
      const changed = Buffer.from(file);
      changed[at] = (changed[at] ?? 0) ^ 1;
      return changed;
    };
    const hostile: Record<string, Buffer> = {
      'its last chunk gone': Buffer.concat([head, first, second, third]),
      'cut in a chunk': file.subarray(0, file.length - 5),
      'cut after its head': head,
      'cut in its head': head.subarray(0, 40),
      longer: Buffer.concat([file, Buffer.from('x')]),
      'with a chunk twice': Buffer.concat([head, first, first, second, third, last]),
      'with two chunks in each other’s place': Buffer.concat([head, second, first, third, last]),
      'with a chunk of another': Buffer.concat([head, first, other.chunks[1] as Buffer, third, last]),
      'with the head of another': Buffer.concat([other.head, ...chunks]),
      'said to be unencrypted': Buffer.from(
        file.toString('latin1').replace('"encrypted":true', '"encrypted":null'),
        'latin1',
      ),
      'said to be of another day': Buffer.from(file.toString('latin1').replace('2026-11-22', '2026-11-23'), 'latin1'),
    };
    for (let at = 20; at < file.length; at += 7919) hostile[`changed at ${at}`] = changedAt(at);

    for (const [how, bytes] of Object.entries(hostile)) {
      if (bytes.equals(file)) continue;
      const { opened, refused } = await open(bytes, keys);
      t.is(opened, undefined, how);
      t.regex(refused ?? '', /изменён, обрезан|другим ключом/, how);
    }
  });

  test(`a ${what} backup of another venue or another day is refused under this one's name`, async (t) => {
    for (const other of [{ tenant_id: 't9999999999' }, { id: 'b' }, { tenant_id: null }]) {
      t.regex((await open(await seal(content, keys, { ...about, ...other }), keys)).refused ?? '', /другая копия/);
    }
  });
}

test('an encrypted backup shows nothing of what is in it, one that is only signed does', async (t) => {
  const text = Buffer.from('Джемесон '.repeat(100));
  t.false((await seal(text, encrypting)).includes('Джемесон'));
  t.true((await seal(text, signing)).includes('Джемесон'));
});

test('the first lines of a backup tell how it is protected, and one cut within them is refused', async (t) => {
  const old = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), content]);
  const files = [await seal(content, encrypting), await seal(content, signing), old];
  t.deepEqual(await Promise.all(files.map((file) => protectionIn(pieces(file, 7)))), [
    'encrypted',
    'signed',
    'unsigned',
  ]);
  const cut = partsOf(await seal(content, signing)).head.subarray(0, -5);
  await t.throwsAsync(protectionIn(pieces(cut)), { name: 'AlteredBackup' });
});

test('a backup made before they were signed is taken only by whoever asks for it', async (t) => {
  const old = Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), content]);
  t.regex((await open(old)).refused ?? '', /не подписана/);
  t.deepEqual((await open(old, signing, { unsigned: true })).opened, old);
});

test('after the key is replaced old backups open by those before it, and by no other', async (t) => {
  const replaced = { signed: { secretKey: 'n'.repeat(40), previousKeys: [secretKey] } };
  const both = { secretKey: 'n'.repeat(40), backupKey: 'm'.repeat(40), previousBackupKeys: [backupKey] };

  t.truthy((await open(await seal(content), createBackupKeys(replaced.signed))).opened);
  t.truthy((await open(await seal(content, encrypting), createBackupKeys(both))).opened);
  t.regex(
    (await open(await seal(content), createBackupKeys({ secretKey: 'n'.repeat(40) }))).refused ?? '',
    /другим ключом/,
  );
});

test('BACKUP_KEY alone opens a backup of the platform and the keys that its tables are sealed under', async (t) => {
  const of = { ...about, tenant_id: null };
  const file = await seal(content, encrypting, of);
  const elsewhere = createBackupKeys({ secretKey: 'z'.repeat(40), backupKey });
  let keys: string[] = [];

  const opened = await collect(
    openBackup(pieces(file), {
      keys: elsewhere,
      wanted: of,
      onHeader: (header) => {
        keys = elsewhere.openSecretKeys(header);
      },
    }),
  );

  t.deepEqual(opened, content);
  t.deepEqual(keys, [secretKey]);
  t.false(file.includes(secretKey));
});
