import { NotFound } from '@ostatok/kit/node/errors.ts';
import { tailLog } from '../hosting/log-file.ts';

/** The refusal where the platform's log is kept by others, from standard output. */
export const noLogFile = (): NotFound =>
  new NotFound(
    'Журнал платформы идёт на её стандартный вывод. Прочитать: journalctl -u ostatok -o cat | ostatok logs --file -',
    'no_log_file',
  );

/** Reads the last lines of the platform's log. Throws NotFound. */
export const createPlatformLog =
  (file: string | undefined) =>
  async (lines: number): Promise<string[]> => {
    if (file !== undefined) return tailLog(file, lines);
    throw noLogFile();
  };
export type ReadPlatformLog = ReturnType<typeof createPlatformLog>;
