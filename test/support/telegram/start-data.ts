import { createHmac } from 'node:crypto';

interface Signed {
  token: string;
  /** `auth_date` as the messenger writes it. */
  date: string;
  /** What the pressed button said. */
  param?: string;
}

/** The start data that Telegram and MAX give a page, as both document them. */
export function startDataOf(user: object, { token, date, param }: Signed): string {
  const fields = {
    auth_date: date,
    query_id: 'AAF',
    user: JSON.stringify(user),
    ...(param !== undefined && { start_param: param }),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}=${value}`);
  const key = createHmac('sha256', 'WebAppData').update(token).digest();
  const hash = createHmac('sha256', key).update(lines.sort().join('\n')).digest('hex');
  return new URLSearchParams({ ...fields, hash }).toString();
}
