import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { type DrinkChange, type DrinkNews, EXTRACT_FORMAT } from '@ostatok/kit/contract/drink-extract.ts';
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

const wholeName = (version: string): string => `${version}.whole`;
const newsName = (version: string, since: string): string => `${version}.since-${since}.json.gz`;

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

  /** The rows are read in one snapshot with the version that they are of. */
  const encode = (version: string): Promise<Buffer> =>
    db.transaction(
      async (trx) => {
        const latest = await latestVersion(trx);
        if (latest?.version !== version) throw new Error(`the extract ${version} is not the latest any more`);
        return encodeExtract(version, readRows(trx, ROWS_AT_ONCE));
      },
      { isolationLevel: 'repeatable read', readOnly: true },
    );

  async function newsOf({ version, rows, size }: VersionRow, from: VersionRow | undefined): Promise<Buffer> {
    const changed = from && (await changedRows(db, from.revision, MOST_CHANGES + 1));
    const changes = changed && changed.length <= MOST_CHANGES ? changed.map(changeOf) : null;
    const news: DrinkNews = { format: EXTRACT_FORMAT, version, rows, size, changes };
    return compress(JSON.stringify(news));
  }

  const ensureWhole = (version: string): Promise<void> => files.ensure(wholeName(version), () => encode(version));

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
    /** The name of the file with what has changed since a version, whichever text that is; undefined before the first build. */
    async news(since: string): Promise<string | undefined> {
      const latest = await current();
      if (!latest) return undefined;
      const from = /^[\w-]{1,60}$/.test(since) ? await findVersion(db, since) : undefined;
      const name = newsName(latest.version, from?.version ?? 'none');
      await files.ensure(name, () => newsOf(latest, from));
      return name;
    },
    /** The name of the file of a whole version; undefined if there is no such version any more. */
    async whole(version: string): Promise<string | undefined> {
      const latest = await current();
      if (latest?.version === version) await ensureWhole(version);
      else if (!/^\d+-[0-9a-f]{1,40}$/.test(version) || !(await files.has(wholeName(version)))) return undefined;
      return wholeName(version);
    },
  };
}
export type DrinkExtract = ReturnType<typeof createDrinkExtract>;
