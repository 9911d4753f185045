import { InvalidInput } from '@ostatok/kit/node/errors.ts';
import type { Request } from 'express';

/** The key under which a request may be sent again without being carried out again. Throws InvalidInput. */
export function idempotencyKeyOf(req: Request): string | undefined {
  const key = req.get('idempotency-key');
  if (key === undefined || /^[\x21-\x7e]{1,200}$/.test(key)) return key;
  throw new InvalidInput('Заголовок Idempotency-Key — до 200 латинских знаков');
}
