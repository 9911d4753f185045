import { AppError, Conflict, NoSpace, NotFound, Unreadable } from '@ostatok/kit/node/errors.ts';
import { MissingObject } from '../storage/storage.ts';
import { NewerBackup, SlowDatabase } from './databases.ts';
import { AlteredBackup, OtherBackup, UnknownBackupKey, UnsignedBackup } from './envelope.ts';
import { BrokenBackup } from './frames.ts';

export const noBackup = (): NotFound => new NotFound('Такой копии нет', 'backup_not_found');
export const noVenue = (): NotFound => new NotFound('Заведение не найдено', 'tenant_not_found');
export const isBusy = (): Conflict =>
  new Conflict('already_running', 'С копиями этого заведения уже идёт работа. Дождитесь окончания');
export const isElsewhere = (): Conflict =>
  new Conflict('backup_elsewhere', 'Копия на другом сервере: отсюда её не прочитать. Повторите там');
export const isAltered = (): Unreadable =>
  new Unreadable('backup_altered', 'Файл копии не читается или изменён: восстановить из него нельзя');

const NOT_THERE = new Set(['EACCES', 'EPERM', 'ENOENT', 'ENOTDIR', 'EROFS', 'EIO']);

const BROKEN = 'Файл копии повреждён';
const NOT_PROVEN = 'Проверка не прошла. ';
/** The error of a backup whose file is unchanged but has never been restorable. */
export const BROKEN_FROM_THE_START = `${NOT_PROVEN}${BROKEN}`;
export const sayOfTrial = (error: unknown): string => NOT_PROVEN + sayOf(error);

/** Returns the message for a file that was altered, is another backup or has a foreign signature. */
function signatureMistake(error: unknown): string | undefined {
  if (error instanceof AlteredBackup)
    return 'Файл копии изменён, обрезан или собран из разных: восстановить из него нельзя';
  if (error instanceof OtherBackup) return 'Под этим именем лежит другая копия: другого заведения или другого времени';
  if (error instanceof UnsignedBackup)
    return 'Копия не подписана: её сделала прежняя версия или кто-то посторонний. Берите её, только если доверяете файлу';
  if (error instanceof UnknownBackupKey)
    return 'Копия подписана другим ключом. Задайте его в BACKUP_KEY или SECRET_KEY_PREVIOUS и перезапустите платформу';
  return undefined;
}

/** Returns a message for the user: what went wrong with a backup and what to do about it. */
export function sayOf(error: unknown): string {
  if (error instanceof NoSpace) return 'На диске нет места: копия не сделана, прежние на месте';
  if (error instanceof AppError) return error.message;
  if (error instanceof MissingObject) return 'Файла копии нет на месте';
  if (error instanceof NewerBackup) return 'Копия сделана более новой версией. Обновите платформу и повторите';
  const word = signatureMistake(error);
  if (word) return word;
  if (error instanceof BrokenBackup) return BROKEN;
  if (error instanceof SlowDatabase)
    return 'База заведения не отдала данные за отведённое время: она занята или её держит само заведение';
  const { code = '', syscall } = error as NodeJS.ErrnoException;
  if (/^(ENOSPC|EDQUOT|53100)$/.test(code)) return 'На диске нет места: копия не сделана, прежние на месте';
  if (/^(Z_|ERR_ZSTD|ZSTD)/.test(code)) return BROKEN;
  if (NOT_THERE.has(code)) return 'Нет доступа к папке копий. Проверьте BACKUP_DIR';
  if (syscall === 'connect' || /^(57P0|08|28)/.test(code)) return 'База данных не ответила. Повторите позже';
  return 'Внутренняя ошибка. Подробности — в журнале платформы';
}

/** Returns an error with a message for the user; the original error is its cause. */
export function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const mistake = asMistake(error);
  mistake.cause = error;
  return mistake;
}

function asMistake(error: unknown): AppError {
  if (error instanceof BrokenBackup) return new Unreadable('backup_unreadable', sayOf(error));
  if (error instanceof AlteredBackup || error instanceof OtherBackup) {
    return new Unreadable('backup_altered', sayOf(error));
  }
  if (error instanceof UnsignedBackup) return new Conflict('backup_unsigned', sayOf(error));
  if (error instanceof UnknownBackupKey) return new Conflict('backup_key', sayOf(error));
  // the file is good, but only a newer version can read it
  if (error instanceof NewerBackup) return new Conflict('backup_newer', sayOf(error));
  return new AppError(503, 'backup_failed', sayOf(error), { retryAfter: 60 });
}
