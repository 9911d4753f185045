import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import type { Column } from '../list/types.ts';
import { Badge } from '../ui/Badge.tsx';
import { sizeText, timeText } from '../ui/texts.ts';
import { protectionText, stateText, tones, whoseText } from './texts.ts';

const State = (backup: Backup) => <Badge tone={tones[backup.status]}>{stateText(backup)}</Badge>;
export const provenText = ({ verified_at }: Backup): string => (verified_at ? timeText(verified_at) : 'Не проверена');

const protectionTones = { encrypted: 'good', signed: 'warn', unsigned: 'bad' } as const;
export const Protection = (backup: Backup) =>
  backup.protection ? (
    <Badge tone={protectionTones[backup.protection]}>{protectionText(backup)}</Badge>
  ) : (
    protectionText(backup)
  );

export const columns: Column<Backup>[] = [
  {
    key: 'subdomain',
    label: 'Чья',
    sort: 'subdomain',
    min: 170,
    grow: 2,
    render: (backup) => <strong>{whoseText(backup)}</strong>,
    text: whoseText,
  },
  {
    key: 'status',
    label: 'Состояние',
    sort: 'status',
    min: 150,
    grow: 0,
    render: State,
    text: stateText,
  },
  {
    key: 'bytes',
    label: 'Размер',
    sort: 'bytes',
    min: 100,
    align: 'right',
    render: ({ bytes, status }) => (status === 'done' ? sizeText(bytes) : '—'),
    text: ({ bytes }) => bytes,
  },
  {
    key: 'protection',
    label: 'Защита',
    min: 140,
    grow: 0,
    render: Protection,
    text: protectionText,
  },
  {
    key: 'verified_at',
    label: 'Восстановление проверено',
    sort: 'verified_at',
    min: 190,
    render: (backup) => (backup.verified_at ? provenText(backup) : <span className="dim">{provenText(backup)}</span>),
    text: provenText,
  },
  {
    key: 'error',
    label: 'Что не так',
    min: 160,
    grow: 2,
    render: ({ error }) => error ?? '—',
    text: ({ error }) => error,
  },
  {
    key: 'created_at',
    label: 'Создана',
    sort: 'created_at',
    min: 160,
    grow: 0,
    render: ({ created_at }) => timeText(created_at),
    text: ({ created_at }) => timeText(created_at),
  },
];

export const BackupCard = (backup: Backup) => (
  <>
    <div className="card-line">
      <strong>{whoseText(backup)}</strong>
      <State {...backup} />
    </div>
    <div>{backup.error ?? `Восстановление: ${provenText(backup).toLowerCase()}`}</div>
    <div className="card-line">
      <span className="dim">
        {timeText(backup.created_at)} · {sizeText(backup.bytes)}
      </span>
      {backup.protection && backup.protection !== 'encrypted' && <Protection {...backup} />}
    </div>
  </>
);
