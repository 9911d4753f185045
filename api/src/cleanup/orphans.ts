import type { AuditFinding, Evidence } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { Db } from '@ostatok/kit/node/db.ts';
import { notLiving, unknownSites, withoutRow } from './audit.queries.ts';
import type { ObservedState } from './observed-state.ts';
import { openKeys } from './quarantine.queries.ts';

const NO_ROW = 'В списке заведений такого нет';

/** Databases and roles without a tenant. Those marked by another installation belong to it and are not listed. */
export async function orphanedDatabases(db: Db, observed: ObservedState): Promise<AuditFinding[]> {
  const { databases, roles, mark } = observed;
  const set = new Set(await openKeys(db, 'orphaned_db'));
  const names = await withoutRow(db, [...new Set([...databases.keys(), ...roles.keys()])]);
  return names
    .filter((name) => !set.has(name))
    .flatMap((name) => {
      const parts = [databases.get(name), roles.get(name)].filter((part) => part !== undefined);
      if (parts.some((part) => part.mark !== null && part.mark !== mark)) return [];
      const ours = parts.every((part) => part.mark === mark);
      const evidence: Evidence[] = [
        { source: 'database', says: databases.has(name) ? 'База данных есть на сервере' : 'Базы данных нет' },
        { source: 'database', says: roles.has(name) ? 'Роль есть на сервере' : 'Роли нет' },
        { source: 'database', says: NO_ROW },
        { source: 'database', says: ours ? 'Создана этой установкой' : 'Метки этой установки нет: не трогаем' },
      ];
      return [{ action: 'orphaned_db', key: name, label: name, bytes: null, ours, evidence } as const];
    })
    .sort((a, b) => a.key.localeCompare(b.key));
}

/** Processes of tenants that do not exist, and what the host keeps for tenants without a row. */
export async function orphanedProcesses(db: Db, { hosted, kept }: ObservedState): Promise<AuditFinding[]> {
  const running = await notLiving(db, [...hosted.keys()]);
  const strays = await withoutRow(db, [...kept]);
  return [...new Set([...running, ...strays])].sort().map((id) => {
    const state = hosted.get(id)?.state;
    const runs = state === 'running' ? 'Процесс работает' : 'Процесс завершился и ждёт перезапуска';
    const evidence: Evidence[] = [
      { source: 'host', says: state ? runs : 'Процесса нет' },
      { source: 'host', says: kept.has(id) ? 'Файлы на диске есть' : 'Файлов на диске нет' },
      { source: 'database', says: running.includes(id) && !strays.includes(id) ? 'Заведение не действует' : NO_ROW },
    ];
    return { action: 'orphaned_containers', key: id, label: id, bytes: null, ours: true, evidence } as const;
  });
}

export async function orphanedSites(db: Db, { sites = [] }: ObservedState): Promise<AuditFinding[]> {
  return (await unknownSites(db, sites)).sort().map((site) => {
    const evidence: Evidence[] = [
      { source: 'ingress', says: 'Файл сайта есть' },
      { source: 'database', says: 'Действующего заведения с таким адресом нет' },
    ];
    return { action: 'orphaned_nginx', key: site, label: site, bytes: null, ours: true, evidence } as const;
  });
}
