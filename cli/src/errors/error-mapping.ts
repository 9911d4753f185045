import { inRussian } from './parse-errors.ts';
import { UserError } from './user-error.ts';

interface Failure extends Error {
  code?: string;
  path?: string;
  oclif?: { exit?: number };
}

const files: Record<string, string> = {
  EACCES: 'нет прав',
  EPERM: 'нет прав',
  EROFS: 'диск только для чтения',
  ENOSPC: 'на диске нет места',
  EDQUOT: 'на диске нет места',
  ENOENT: 'такой папки или файла нет',
  ENOTDIR: 'такой папки нет',
  EISDIR: 'это папка',
  EMFILE: 'открыто слишком много файлов',
};

/** The meaning of a file system error's code. */
export const whyOf = (code = ''): string => files[code] ?? code;

/** Converts any error to a UserError of one Russian sentence. The stack of a bug is shown with OSTATOK_DEBUG. */
export function userErrorOf(error: unknown): UserError {
  if (error instanceof UserError) return error;
  const failure: Failure = error instanceof Error ? error : new Error(String(error));
  const typedWrongly = inRussian(failure.message);
  if (typedWrongly) return new UserError(typedWrongly, 'wrong_command');
  if (failure.name === 'ExitPromptError') return new UserError('Ничего не сделано', 'not_confirmed');
  const why = files[failure.code ?? ''];
  if (why) return new UserError(`Файл ${failure.path ?? ''} недоступен: ${why}`, 'file');
  if (failure.oclif) return new UserError(failure.message, 'wrong_command');
  const detail = process.env.OSTATOK_DEBUG ? `\n${failure.stack}` : '. Подробно: OSTATOK_DEBUG=1';
  return new UserError(`Сломалась сама команда: ${failure.message}${detail}`, 'failed');
}
