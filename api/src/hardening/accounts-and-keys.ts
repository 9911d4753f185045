import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import type { Administrator } from './hardening.queries.ts';

const warning = (id: string, message: string, advice: string): Finding => ({ id, level: 'warning', message, advice });

/** Finds administrators whose accounts are older than the present security settings. */
export function administratorFindings(administrators: Administrator[], requireFactor: boolean): Finding[] {
  const findings: Finding[] = [];
  for (const { email, has_factor } of administrators) {
    if (email.endsWith('@localhost'))
      findings.push({
        id: 'administrator_address',
        level: 'unsafe',
        message: `Администратор ${email} не получает писем: ни тревог, ни ссылки для сброса пароля`,
        advice: 'Задайте ADMIN_EMAIL=вы@ваш-домен, перезапустите платформу, а эту учётную запись удалите в её профиле',
      });
    if (requireFactor && !has_factor)
      findings.push(
        warning(
          'administrator_factor',
          `У администратора ${email} нет второго шага входа: его настроит первый, кто знает пароль`,
          'Войдите под этой учётной записью и настройте второй шаг в профиле. Лишнюю потом удалите там же',
        ),
      );
  }
  return findings;
}

/** Finds a rotation of SECRET_KEY that was not finished. */
export function keyFindings({ previous, remaining }: { previous: number; remaining: number }): Finding[] {
  if (remaining > 0)
    return [
      warning(
        'sealed_otherwise',
        `Прежним ключом зашифровано: ${remaining}`,
        'Перезапустите платформу. Если не поможет, задайте прежний ключ в SECRET_KEY_PREVIOUS',
      ),
    ];
  if (previous === 0) return [];
  return [
    warning(
      'previous_key',
      'Прежний ключ ещё принимается, хотя им ничего не зашифровано',
      'Уберите его из SECRET_KEY_PREVIOUS или выполните node api/src/rotate-keys.ts forget. Копии, подписанные им, без него не проверить',
    ),
  ];
}
