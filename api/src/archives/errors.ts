import { AppError, Conflict, NotFound, Unavailable, Unreadable } from '@ostatok/kit/node/errors.ts';

/** Why a file is not taken as an archive of a tenant. */
const reasons = {
  not_zip: 'Это не архив заведения: нужен файл .zip, скачанный кнопкой «Скачать архив»',
  foreign: 'Это .zip, но не архив заведения: в нём нет описания manifest.json',
  damaged: 'Архив повреждён или передан не до конца. Скачайте его заново и загрузите снова',
  password: 'Архив защищён паролем. Уберите пароль и загрузите файл снова',
  unsafe: 'В архиве есть файл с путём за его пределы. Загрузите архив таким, каким он был скачан',
  altered: 'Архив изменён с тех пор, как был скачан. Загрузите его таким, каким он был скачан',
  incomplete: 'В архиве не хватает данных. Загрузите его таким, каким он был скачан',
  rows: 'Данные архива противоречат друг другу: заведение из них не открыть',
} as const;
export type ArchiveFault = keyof typeof reasons;

/** The file is not what a tenant's archive is; `detail` is for the log and names the part. */
export class BadArchive extends Unreadable {
  readonly detail: string;
  constructor(fault: ArchiveFault, detail: string, cause?: unknown) {
    super(`archive_${fault}`, reasons[fault]);
    this.detail = detail;
    if (cause !== undefined) this.cause = cause;
  }
}

export const newerArchive = (): Conflict =>
  new Conflict('archive_newer', 'Архив сделан более новой версией «Остатка». Обновите платформу и повторите');

export const tooBig = (): AppError =>
  new AppError(413, 'archive_too_big', 'Архив слишком большой: столько данных заведение не вместит');

export const overPlan = (mb: number): Conflict =>
  new Conflict(
    'archive_over_plan',
    `Данные архива не помещаются в тариф: он рассчитан на ${mb} МБ. Выберите другой тариф`,
  );

/** The storage is the operator's trouble, of which an owner reads no more than this. */
export const archivesAway = (): Unavailable =>
  new Unavailable(60, 'Архивы сейчас не принимаются и не читаются. Повторите через несколько минут', 'archives_away');

export const noArchive = (): NotFound =>
  new NotFound('Загруженного архива нет: он хранится сутки. Загрузите файл снова', 'archive_not_found');
