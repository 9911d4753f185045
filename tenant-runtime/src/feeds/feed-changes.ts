import type { FeedRow } from '../tables.ts';

const LABELS = {
  name: 'название',
  source_id: 'источник',
  address: 'адрес',
  login: 'логин',
  secret_sealed: 'пароль',
  store: 'склад',
  folder: 'папка',
  sender: 'отправитель',
  hour: 'час',
  fingerprint: 'сертификат',
} satisfies Partial<Record<keyof FeedRow, string>>;

/** Names what an administrator has changed, without saying to what: «адрес, пароль». */
export function changesOf(before: FeedRow, fields: Partial<FeedRow>): string {
  const changed = (Object.keys(LABELS) as (keyof typeof LABELS)[])
    .filter((field) => fields[field] !== undefined && fields[field] !== before[field])
    .map((field) => (field === 'secret_sealed' && before.kind === 'poster' ? 'токен' : LABELS[field]));
  const { enabled } = fields;
  if (enabled !== undefined && enabled !== before.enabled) changed.push(enabled ? 'включено' : 'выключено');
  return changed.join(', ');
}
