import { NotFound } from '@ostatok/kit/node/errors.ts';
import { tailLog } from '../hosting/log-file.ts';

/** The last lines that the platform wrote. Throws NotFound where it writes to its standard output, which somebody else keeps. */
export const createPlatformLog =
  (file: string | undefined) =>
  async (lines: number): Promise<string[]> => {
    if (file !== undefined) return tailLog(file, lines);
    throw new NotFound(
      'Журнал платформы идёт на её стандартный вывод. Прочитать: journalctl -u ostatok -o cat | ostatok logs --file -',
      'no_log_file',
    );
  };
export type ReadPlatformLog = ReturnType<typeof createPlatformLog>;
