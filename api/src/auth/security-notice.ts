import type { Knex } from '@ostatok/kit/node/db.ts';
import { deviceName } from '@ostatok/kit/node/device-name.ts';
import type { Account } from '../account/account.service.ts';
import type { Mail } from '../mail/mail.service.ts';
import { requestIp, requestUserAgent } from '../platform/request-context.ts';

/** Security events as their letters describe them. */
export const noticed = {
  password_changed: 'Пароль изменён',
  totp_added: 'Включён вход с кодом из приложения',
  totp_removed: 'Выключен вход с кодом из приложения',
  passkey_added: 'Добавлен ключ доступа',
  passkey_removed: 'Удалён ключ доступа',
  recovery_codes: 'Созданы новые резервные коды',
  recovery_code_used: 'Вход по резервному коду',
  factors_reset: 'Второй шаг входа снят на сервере',
  new_device: 'Вход с нового устройства',
} as const;
export type NoticedEvent = keyof typeof noticed;

/** Reserved by RFC 2606, so no mail can be delivered there: the addresses of the platform's own checks. */
const UNDELIVERABLE = /\.invalid$/;

/**
 * Queues the letter about a security event, in the transaction of the event, so that the user notices another person's
 * actions.
 */
export const createSecurityNotice =
  ({ mail, publicUrl, now = () => new Date() }: { mail: Pick<Mail, 'enqueue'>; publicUrl: string; now?: () => Date }) =>
  async (
    trx: Knex.Transaction,
    { email, name }: Pick<Account, 'email' | 'name'>,
    event: NoticedEvent,
  ): Promise<void> => {
    if (UNDELIVERABLE.test(email)) return;
    await mail.enqueue(trx, {
      to: email,
      template: 'security_notice',
      data: {
        name,
        what: noticed[event],
        at: now().toISOString(),
        address: requestIp() ?? 'сам сервер',
        device: requestIp() ? deviceName(requestUserAgent()) : 'команда на сервере',
        link: new URL('/forgot-password', publicUrl).href,
      },
    });
  };
export type SecurityNotice = ReturnType<typeof createSecurityNotice>;
