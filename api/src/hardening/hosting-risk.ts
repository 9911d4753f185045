import type { Finding } from '@ostatok/api/contract/hardening.ts';
import type { PlatformEnv } from '../config.ts';

/** What keeps venues' processes from the platform's secrets and from each other, or rather that nothing does. */
export function hostingRisk(
  { HOSTING }: Pick<PlatformEnv, 'HOSTING'>,
  { uid }: { uid: number | undefined },
): Finding | undefined {
  if (HOSTING !== 'process' || uid === 0) return undefined;
  return {
    id: 'hosting',
    level: 'unsafe',
    message:
      'Нет изоляции: процессы заведений работают от того же пользователя, что и платформа, и могут читать её ключи',
    advice: 'Запускайте платформу от root: она откажется от этих прав сама, а заведениям даст своих пользователей',
  };
}
