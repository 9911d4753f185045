import type { Finding, SecurityReport } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { Knex } from '@ostatok/kit/node/db.ts';
import type { Backups } from '../backups/backups.service.ts';
import type { Addresses } from '../platform/addresses.ts';
import type { MeasureDisk } from '../platform/disk-space.ts';
import { isOpen, isPublic } from '../platform/exposure.ts';
import { alertChatOf, requiresAdminFactor } from '../settings.ts';
import { createApiRoots } from '../telegram/api-roots.ts';
import { administratorFindings, keyFindings } from './accounts-and-keys.ts';
import { alertChatFindings } from './alert-chat.ts';
import { listAdministrators, selectNow } from './hardening.queries.ts';
import { clockFindings, diskFindings, fileModeFindings } from './machine.ts';
import { mailServerFindings } from './mail-server.ts';
import { publicAddressFindings } from './public-address.ts';
import { findingsAtStart, type Installation } from './start-findings.ts';

interface HardeningDeps extends Installation {
  db: Knex;
  addresses: Pick<Addresses, 'publicUrl' | 'baseDomain' | 'telegramApiRoots'>;
  backups: Pick<Backups, 'health' | 'files'>;
  keys: {
    /** The number of former keys that are configured. */
    previous: number;
    /** Returns how many texts the present key has not sealed. */
    remaining: () => Promise<number>;
  };
  measureDisk: MeasureDisk;
  now: () => Date;
}

async function backupFindings(backups: HardeningDeps['backups']): Promise<Finding[]> {
  const { failing, stale } = await backups.health();
  if (failing + stale === 0) return [];
  const message = `Резервные копии: старше положенного — ${stale}, не получаются — ${failing}`;
  return [{ id: 'backups', level: 'unsafe', message, advice: 'Посмотрите, почему: ostatok backups list' }];
}

/** Checks the security of a running installation; the findings of its start come first. */
export function createHardening(deps: HardeningDeps) {
  const { db, config, home, addresses, backups, keys, now } = deps;

  async function clock(): Promise<Finding[]> {
    const asked = now();
    return clockFindings(asked, await selectNow(db));
  }

  async function administrators(): Promise<Finding[]> {
    return isOpen(config) ? administratorFindings(await listAdministrators(db), requiresAdminFactor(config)) : [];
  }

  async function secretKeys(): Promise<Finding[]> {
    return keyFindings({ previous: keys.previous, remaining: await keys.remaining() });
  }

  return {
    async report(): Promise<SecurityReport> {
      const findings = await Promise.all([
        findingsAtStart(deps),
        isPublic(config) ? publicAddressFindings(addresses) : [],
        mailServerFindings(config.SMTP_URL),
        alertChatFindings(
          alertChatOf(config),
          createApiRoots(() => addresses.telegramApiRoots),
        ),
        administrators(),
        secretKeys(),
        backupFindings(backups),
        fileModeFindings(home, backups.files.storage.folder),
        diskFindings(
          deps.measureDisk,
          ...[home, backups.files.storage.folder].filter((folder) => folder !== undefined),
        ),
        clock(),
      ]);
      return { findings: findings.flat() };
    },
  };
}
export type Hardening = ReturnType<typeof createHardening>;
