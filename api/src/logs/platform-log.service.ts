import { NotFound } from '@ostatok/kit/node/errors.ts';
import { tailLog } from '../hosting/log-file.ts';

/** Reads the last lines of the platform's log. Throws NotFound where it goes to standard output, which others keep. */
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
