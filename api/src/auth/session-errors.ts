import { Forbidden, Unauthorized } from '@ostatok/kit/node/errors.ts';

export const blocked = (): Forbidden =>
  new Forbidden('blocked', 'Учётная запись заблокирована. Напишите в поддержку, если это ошибка');
export const sessionOver = (): Unauthorized => new Unauthorized('session_over', 'Сеанс завершён, войдите снова');
