import { diskStateOf, type MeasureDisk } from './disk-space.ts';

/** Whether requests can be answered properly, and the known reason where they cannot. */
export interface Readiness {
  ready: boolean;
  code?: string;
  error?: string;
}

const FULL_DISK =
  'На диске платформы нет места: записи останавливаются. Освободите место на её машине, дальше она оправится сама';

const NO_DATABASE = 'База данных не отвечает. Платформа ждёт её и, когда та вернётся, оправится сама';

/** Checks readiness. A full disk is reported even if the database is down because of it: only one reason is shown. */
export async function readinessOf({
  isUp,
  home,
  measure,
}: {
  /** Throws where the database does not answer. */
  isUp: () => Promise<boolean>;
  home: string;
  measure: MeasureDisk;
}): Promise<Readiness> {
  const [ready, space] = await Promise.all([isUp().catch(() => undefined), measure(home).catch(() => undefined)]);
  if (space && diskStateOf(space) === 'full') return { ready: false, code: 'disk_full', error: FULL_DISK };
  if (ready === undefined) return { ready: false, code: 'database_down', error: NO_DATABASE };
  return { ready };
}
