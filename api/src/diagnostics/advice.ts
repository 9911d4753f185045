import type { DiskReport } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import { formatBytes } from '@ostatok/kit/node/russian.ts';
import { diskStateOf } from '../platform/disk-space.ts';

const LARGE_LOGS_BYTES = 500 * 1024 * 1024;

export interface BackupState {
  /** The number of databases whose last backup failed. */
  failing: number;
  /** The number of databases without a backup of the last two days. */
  stale: number;
  /** The number of databases whose backups were not restored for trial within eight days. */
  unproven: number;
  /** The number of databases that restores have replaced and that wait for deletion. */
  replaced: number;
}

export interface Advice {
  disk: { free: number; usedPercent: number };
  logBytes: number;
  backups: BackupState;
  /** Hours for which nothing is deleted for good, because the clock was moved or the platform stood still. */
  hoursToWait: number;
}

type Recommendation = DiskReport['recommendations'][number];

function onDisk({ free, usedPercent }: Advice['disk']): Recommendation[] {
  const left = `свободно ${formatBytes(free)}`;
  const state = diskStateOf({ free, usedPercent });
  if (state === 'full' || state === 'nearly_full') {
    return [{ level: 'warning', message: `Диск почти полон: ${left}. Освободите место, иначе записи остановятся` }];
  }
  if (state === 'crowded') return [{ level: 'info', message: `Диск занят на ${usedPercent} %: ${left}` }];
  return [];
}

function onBackups({ failing, stale, unproven, replaced }: BackupState): Recommendation[] {
  const all: (Recommendation | false)[] = [
    failing > 0 && {
      level: 'warning',
      message: `Последняя копия не получилась, баз: ${failing}. Причина — в списке копий`,
    },
    stale > 0 && { level: 'warning', message: `Нет копии за последние 36 часов, баз: ${stale}. Сделайте копии` },
    unproven > 0 && {
      level: 'info',
      message: `Копии больше недели не проверялись восстановлением, баз: ${unproven}. Проверьте их`,
    },
    replaced > 0 && {
      level: 'info',
      message: `Заменённых при восстановлении баз: ${replaced}. Через 7 дней они удалятся сами`,
    },
  ];
  return all.filter((one) => one !== false);
}

/** Returns what a person should do, the most urgent first; it says so too when all is well. */
export function adviseOn({ disk, logBytes, backups, hoursToWait }: Advice): Recommendation[] {
  const logs: Recommendation[] =
    logBytes > LARGE_LOGS_BYTES
      ? [{ level: 'info', message: `Журналы заняли ${formatBytes(logBytes)}. Посмотрите, что в них повторяется` }]
      : [];
  const held: Recommendation[] =
    hoursToWait > 0
      ? [
          {
            level: 'warning',
            message: `Платформа не работала, её часы переводили или базу восстанавливали: ещё ${hoursToWait} ч ничего не удаляется навсегда. Проверьте часы`,
          },
        ]
      : [];
  const all = [...onDisk(disk), ...held, ...onBackups(backups), ...logs];
  const order = { warning: 0, info: 1, success: 2 };
  if (all.length === 0) return [{ level: 'success', message: 'Места достаточно, с копиями всё в порядке' }];
  return all.sort((a, b) => order[a.level] - order[b.level]);
}
