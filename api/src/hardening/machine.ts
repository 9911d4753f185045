import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { formatBytes } from '@ostatok/kit/node/russian.ts';
import { diskStateOf, type MeasureDisk } from '../platform/disk-space.ts';

const MOST_SKEW_MS = 60_000;
const OTHERS = 0o077;

/** Finds secrets, letters and backups that other users of this machine can read. */
export async function fileModeFindings(home: string, backupDir?: string): Promise<Finding[]> {
  const secrets = join(home, 'secrets');
  const names = await readdir(secrets).catch(() => []);
  const all = [secrets, ...names.map((name) => join(secrets, name)), join(home, 'outbox'), backupDir];
  const paths = all.filter((path) => path !== undefined);
  const modes = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return paths
    .filter((_, at) => ((modes[at]?.mode ?? 0) & OTHERS) !== 0)
    .map((path) => ({
      id: 'file_modes',
      level: 'unsafe',
      message: `${path} могут читать другие пользователи машины`,
      advice: `Выполните: chmod go= ${path}`,
    }));
}

export async function diskFindings(measureDisk: MeasureDisk, ...folders: string[]): Promise<Finding[]> {
  const states = await Promise.all(
    folders.map((folder) =>
      measureDisk(folder).then(
        (space) => ({ state: diskStateOf(space), free: space.free }),
        () => undefined,
      ),
    ),
  );
  return folders
    .filter((_, at) => ['full', 'nearly_full'].includes(states[at]?.state ?? 'roomy'))
    .map((folder) => ({
      id: 'disk',
      level: 'warning',
      message: `На диске с ${folder} почти нет места: свободно ${formatBytes(states[folders.indexOf(folder)]?.free ?? 0)}`,
      advice: 'Посмотрите, что его занимает: ostatok diagnostics disk',
    }));
}

/** Compares the clocks, which second-factor codes and sessions depend on. */
export function clockFindings(ours: Date, database: Date): Finding[] {
  const skewS = Math.round(Math.abs(ours.getTime() - database.getTime()) / 1000);
  if (skewS * 1000 < MOST_SKEW_MS) return [];
  return [
    {
      id: 'clock',
      level: 'warning',
      message: `Часы платформы и базы данных расходятся на ${skewS} с`,
      advice: 'Включите на машинах синхронизацию времени (timedatectl set-ntp true)',
    },
  ];
}
