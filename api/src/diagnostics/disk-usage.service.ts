import { join, relative, resolve } from 'node:path';
import type { DiskReport, NamedSize } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import { formatBytes } from '@ostatok/kit/node/russian.ts';
import type { Host } from '../hosting/host.ts';
import type { DiskSpace, MeasureDisk } from '../platform/disk-space.ts';
import { type Advice, adviseOn, type BackupState } from './advice.ts';
import { databaseSize, databaseSizes, subdomainsOf, tableSizes } from './diagnostics.queries.ts';
import { type Look, sizeOf, sizesIn } from './folder-size.ts';

const TOP = 5;
const LOOK_LIMIT_MS = 3000;
const CACHED_MS = 60_000;
const notOurs = new Set(['node_modules', '.git']);

interface DiskUsageDeps {
  db: Knex;
  /** The server of tenants' databases. */
  server: Knex;
  host: Pick<Host, 'kept' | 'diskUse' | 'images'>;
  /** The installation's folder; `root` is the project's, and backups have their own. */
  home: string;
  root: string;
  /** Undefined when backups are kept in a bucket. */
  backupDir: string | undefined;
  livingVenues: () => Promise<string[]>;
  backups: () => Promise<BackupState>;
  /** Returns the hours for which nothing is deleted for good. */
  hoursToWait: () => Promise<number>;
  measureDisk: MeasureDisk;
  now: () => Date;
}

type Sized = { name: string; bytes: number };
const sum = (sizes: Sized[]): number => sizes.reduce((total, { bytes }) => total + bytes, 0);
const top = (sizes: Sized[]): NamedSize[] =>
  [...sizes]
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, TOP)
    .map(({ name, bytes }) => ({ name, bytes, formatted: formatBytes(bytes) }));
const isLog = (name: string): boolean => /\.log(\.1)?$/.test(name);

const formatDisk = ({ total, free, usedPercent }: DiskSpace): DiskReport['disk'] => ({
  totalFormatted: formatBytes(total),
  freeFormatted: formatBytes(free),
  usedPercent,
});

async function venues(deps: DiskUsageDeps, look: Look): Promise<Sized[]> {
  const kept = await deps.host.kept();
  const ids = [...new Set([...kept, ...(await deps.livingVenues())])];
  const databases = await databaseSizes(deps.server, ids);
  const sizes = new Map(ids.map((id) => [id, databases.get(id) ?? 0]));
  for (const id of kept) {
    if (performance.now() > look.until) {
      look.complete = false;
      break;
    }
    sizes.set(id, (sizes.get(id) ?? 0) + (await deps.host.diskUse(id)));
  }
  return [...sizes].map(([name, bytes]) => ({ name, bytes }));
}

async function logs({ home }: DiskUsageDeps, look: Look): Promise<{ controlPlane: number; tenants: number }> {
  const inFolder = async (folder: string): Promise<number> => sum(await sizesIn(folder, look, (name) => !isLog(name)));
  return { controlPlane: await inFolder(home), tenants: await inFolder(join(home, 'tenants')) };
}

async function sourceCode({ root, home }: DiskUsageDeps, look: Look): Promise<Sized[]> {
  const [ours = ''] = relative(resolve(root), resolve(home)).split('/');
  return sizesIn(root, look, (name) => notOurs.has(name) || (ours !== '..' && name === ours));
}

async function measure(deps: DiskUsageDeps) {
  const look: Look = { until: performance.now() + LOOK_LIMIT_MS, complete: true };
  return {
    disk: await deps.measureDisk(deps.home),
    images: await deps.host.images(),
    logs: await logs(deps, look),
    backups: deps.backupDir === undefined ? 0 : await sizeOf(deps.backupDir, look),
    uploads: await sizeOf(join(deps.home, 'sandbox-files'), look),
    postgres: await databaseSize(deps.db),
    tables: await tableSizes(deps.db, TOP),
    venues: await venues(deps, look),
    source: await sourceCode(deps, look),
    complete: () => look.complete,
  };
}

async function look(deps: DiskUsageDeps): Promise<{ report: DiskReport; advice: Advice }> {
  const found = await measure(deps);
  const { disk, images, logs: written, postgres, venues: sized, source } = found;
  const imageBytes = images.reduce((total, { size }) => total + size, 0);
  const logBytes = written.controlPlane + written.tenants;
  const total = imageBytes + sum(source) + sum(sized) + postgres + logBytes + found.uploads + found.backups;
  const largest = top(sized);
  const subdomains = await subdomainsOf(
    deps.db,
    largest.map(({ name }) => name),
  );
  const advice: Advice = { disk, logBytes, backups: await deps.backups(), hoursToWait: await deps.hoursToWait() };
  const report: DiskReport = {
    totalFormatted: formatBytes(total),
    disk: formatDisk(disk),
    dockerImages: {
      totalFormatted: formatBytes(imageBytes),
      images: [...images]
        .sort((a, b) => b.size - a.size)
        .slice(0, TOP)
        .map(({ repository, tag, size }) => ({ name: `${repository}:${tag}`, size: formatBytes(size) })),
    },
    sourceCode: { totalFormatted: formatBytes(sum(source)), breakdown: top(source) },
    tenantVolumes: {
      totalFormatted: formatBytes(sum(sized)),
      tenants: largest.map(({ name, formatted }) => ({
        tenantId: name,
        subdomain: subdomains.get(name) ?? null,
        totalFormatted: formatted,
      })),
    },
    postgresDb: { totalFormatted: formatBytes(postgres), tables: top(found.tables) },
    logs: {
      totalFormatted: formatBytes(logBytes),
      controlPlane: formatBytes(written.controlPlane),
      tenants: formatBytes(written.tenants),
    },
    uploads: { totalFormatted: formatBytes(found.uploads) },
    backups: { totalFormatted: formatBytes(found.backups) },
    recommendations: adviseOn(advice),
    complete: found.complete(),
    at: deps.now().toISOString(),
  };
  return { report, advice };
}

/**
 * Measures within a few seconds what takes the disk and caches it for a minute; the free space is measured each time.
 */
export function createDiskUsage(deps: DiskUsageDeps) {
  const { home } = deps;
  let cached: { at: number; report: DiskReport; advice: Advice } | undefined;

  return {
    async read(fresh = false): Promise<DiskReport> {
      if (!fresh && cached && performance.now() - cached.at < CACHED_MS) {
        const disk = await deps.measureDisk(home);
        const recommendations = adviseOn({ ...cached.advice, disk });
        return { ...cached.report, disk: formatDisk(disk), recommendations };
      }
      const looked = await look(deps);
      cached = { at: performance.now(), ...looked };
      return looked.report;
    },
  };
}
export type DiskUsage = ReturnType<typeof createDiskUsage>;
