import { Button, MenuItem } from '@mui/material';
import type { Backup } from '@ostatok/api/contract/backups.endpoints.ts';
import { isTenantId } from '@ostatok/api/contract/tenant-id.ts';
import type { AdminTenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { Link, useSearchParams } from 'react-router';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { DataList } from '../list/DataList.tsx';
import { ListFailed } from '../list/ListMessages.tsx';
import type { Filter } from '../list/types.ts';
import { RunningOperations } from '../operations/RunningOperations.tsx';
import { Facts } from '../ui/Facts.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { sizeText, timeText } from '../ui/texts.ts';
import { useRecord } from '../ui/use-record.ts';
import { askWhich, backupActions, makeAll, makeBackups } from './backup-actions.tsx';
import { BackupCard, columns, Protection, provenText } from './columns.tsx';
import { stateText, statuses, whoseText } from './texts.ts';
import { Unencrypted } from './Unencrypted.tsx';

const BASE = '/admin/backups';

function BackupDetails({ id, row }: { id: string; row: Backup | undefined }) {
  const { data: backup, error, refetch } = useRecord<Backup>('backups', id, row);
  if (error && !backup) return <ListFailed text="Не удалось загрузить данные" error={error} onRetry={refetch} />;
  if (!backup) return <div className="list-bone" />;
  return (
    <>
      <h2 className="record-title">{whoseText(backup)}</h2>
      <Facts
        facts={[
          ['Состояние', stateText(backup)],
          ['Размер', sizeText(backup.bytes)],
          ['Защита', <Protection key="protection" {...backup} />],
          ['Восстановление проверено', provenText(backup)],
          ['Начата', timeText(backup.created_at)],
          ['Закончена', timeText(backup.finished_at)],
          backup.error !== null && ['Что не так', backup.error],
          backup.sha256 !== null && ['SHA-256', <code key="sha256">{backup.sha256}</code>],
        ]}
      />
      <ActionButtons row={backup} actions={backupActions} />
      {backup.tenant_id && <Link to={`/admin/tenants/${backup.tenant_id}`}>Открыть заведение</Link>}
    </>
  );
}

/** Filters by all backups, the platform's, or those of the tenant in the address. */
function useFilters(): Filter[] {
  const chosen = useSearchParams()[0].get('tenant_id') ?? '';
  const isVenue = isTenantId(chosen);
  const { data: venue } = useRecord<AdminTenant>('tenants', isVenue ? chosen : '', undefined, isVenue);
  return [
    {
      key: 'tenant_id',
      label: 'Чьи',
      choices: [
        { value: 'platform', label: 'Платформа' },
        ...(isVenue ? [{ value: chosen, label: venue?.subdomain ?? chosen }] : []),
      ],
    },
    {
      key: 'status',
      label: 'Состояние',
      choices: Object.entries(statuses).map(([value, label]) => ({ value, label })),
    },
  ];
}

const Making = () => (
  <>
    <MenuButton label="Скопировать всё" icon="archive" withWords>
      {(close) => [
        <MenuItem
          key="all"
          onClick={() => {
            close();
            void makeAll();
          }}
        >
          Копии всех заведений
        </MenuItem>,
        <MenuItem
          key="platform"
          onClick={() => {
            close();
            void makeBackups({});
          }}
        >
          Копия платформы
        </MenuItem>,
      ]}
    </MenuButton>
    <Button variant="contained" onClick={askWhich}>
      Сделать копию
    </Button>
  </>
);

/** Backups of tenants and of the platform, with the time each last passed a restore test. */
export default function BackupsPage() {
  const filters = useFilters();
  return (
    <DataList<Backup>
      resource="backups"
      title="Резервные копии"
      base={BASE}
      columns={columns}
      card={BackupCard}
      nameOf={(backup) => `${whoseText(backup)}, ${timeText(backup.created_at)}`}
      sort={{ field: 'created_at', order: 'DESC' }}
      filters={filters}
      actions={backupActions}
      details={(id, row) => <BackupDetails id={id} row={row} />}
      buttons={<Making />}
      above={
        <>
          <Unencrypted />
          <RunningOperations kinds={['backup', 'restore']} />
        </>
      }
      empty="Копий пока нет: сделайте первую"
      firstStep={
        <Button variant="contained" onClick={makeAll}>
          Скопировать все заведения
        </Button>
      }
      nothingFound="Таких копий нет"
    />
  );
}
