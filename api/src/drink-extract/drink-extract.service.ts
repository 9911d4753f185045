import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type DrinkChange, EXTRACT_FORMAT, type LatestExtract } from '@ostatok/kit/contract/drink-extract.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { buildVersion } from './builder.ts';
import {
  type ChangedRow,
  changedRows,
  findVersion,
  latestVersion,
  readRows,
  type VersionRow,
} from './drink-extract.queries.ts';
import { encodeExtract, ROWS_AT_ONCE } from './encoder.ts';
import { createExtractFiles } from './extract-files.ts';

const compress = promisify(gzip);

/** With more changes than these a phone takes the whole extract. */
const MOST_CHANGES = 5000;
/** How long a process goes on with the version that it knows, when another one may have made the next. */
const REMEMBERED_MS = 30_000;

export interface DrinkExtractDeps {
  db: Knex;
  /** The folder of the platform's data; the files in it can be made again from the database at any time. */
  home: string;
  now: () => Date;
  /** The most bytes of an extract. */
  most?: number;
}

const changeOf = ({ ean, name, volume_ml, removed }: ChangedRow): DrinkChange =>
  removed ? [ean] : [ean, name, volume_ml];

const VERSION = /^\d{1,19}-[0-9a-f]{32}$/;
const wholeName = (version: string): string => `${version}.whole`;
const changesName = (version: string, since: string): string => `${version}.since-${since}.json.gz`;

/** The extract of drinks: made by the periodic job, read by the phones of all venues as files. */
export function createDrinkExtract({ db, home, now, most }: DrinkExtractDeps) {
  const files = createExtractFiles(join(home, 'drink-extract'));
  let known: { until: number; version: Promise<VersionRow | undefined> } | undefined;

  function current(): Promise<VersionRow | undefined> {
    const at = now().getTime();
    if (known && known.until > at && known.until <= at + REMEMBERED_MS) return known.version;
    const version = latestVersion(db);
    known = { until: at + REMEMBERED_MS, version };
    version.catch(() => {
      known = undefined;
    });
    return version;
  }

  /** Reads in one snapshot with the version that the rows are of. */
  const inVersion = <T>(version: string, read: (trx: Knex.Transaction) => Promise<T>): Promise<T> =>
    db.transaction(
      async (trx) => {
        const latest = await latestVersion(trx);
        if (latest?.version !== version) throw new Error(`the extract ${version} is not the latest any more`);
        return read(trx);
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );

  const ensureWhole = (version: string): Promise<void> =>
    files.ensure(wholeName(version), () =>
      inVersion(version, (trx) => encodeExtract(version, readRows(trx, ROWS_AT_ONCE))),
    );

  async function ensureChanges(version: string, since: string): Promise<void> {
    const name = changesName(version, since);
    if (await files.has(name)) return;
    const changed = await inVersion(version, async (trx) => {
      const from = await findVersion(trx, since);
      return from && changedRows(trx, from.revision, MOST_CHANGES + 1);
    });
    if (!changed || changed.length > MOST_CHANGES) return;
    await files.ensure(name, () => compress(JSON.stringify(changed.map(changeOf))));
  }

  /** Makes a file of a version if that is the latest; returns its name if there is one, made now or before. */
  async function fileOf(version: string, name: string, make: () => Promise<void>): Promise<string | undefined> {
    if (!VERSION.test(version)) return undefined;
    if ((await current())?.version === version) await make();
    return (await files.has(name)) ? name : undefined;
  }

  return {
    folder: files.folder,
    /** Makes the next version if the catalogue has changed. */
    async build(): Promise<void> {
      const before = await latestVersion(db);
      const version = await buildVersion(db, { now: now(), most });
      if (!version) return;
      known = undefined;
      await ensureWhole(version.version);
      // a phone may have been sent to the version before a moment ago
      const kept = [version.version, before?.version];
      await files.keepOnly((name) => kept.some((one) => one !== undefined && name.startsWith(`${one}.`)));
    },
    /** The latest version; undefined before the first build. */
    async latest(): Promise<LatestExtract | undefined> {
      const latest = await current();
      return latest && { format: EXTRACT_FORMAT, version: latest.version, rows: latest.rows, size: latest.size };
    },
    /** The name of the file of a whole version; undefined if there is no such version any more. */
    whole: (version: string): Promise<string | undefined> =>
      fileOf(version, wholeName(version), () => ensureWhole(version)),
    /** The name of the file with what has changed between two versions; undefined if the whole has to be taken. */
    changes: async (version: string, since: string): Promise<string | undefined> =>
      VERSION.test(since)
        ? fileOf(version, changesName(version, since), () => ensureChanges(version, since))
        : undefined,
  };
}
export type DrinkExtract = ReturnType<typeof createDrinkExtract>;
