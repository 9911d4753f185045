import { Alert, Button, Group, Text } from '@mantine/core';
import { useMemo } from 'react';
import { Link, useSearchParams } from 'react-router';
import { messageOf } from '../../client/api.ts';
import { useLatest } from '../../rows/use-latest.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { ChangeList } from './ChangeList.tsx';
import { ChangesFilter } from './ChangesFilter.tsx';
import { LogExport } from './LogExport.tsx';
import { addressOf, filterFrom, type LogFilter } from './log-address.ts';
import { isFiltered, useChangeLog } from './use-change-log.ts';

export function ChangesPage() {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const filter = useMemo(() => filterFrom(new URLSearchParams(address)), [address]);
  const { log, state } = useChangeLog(address);
  const more = useLatest(() => void log.more());
  const onFilter = (next: Partial<LogFilter>): void => setParams(addressOf({ ...filter, ...next }), { replace: true });

  function content() {
    const { changes, total, error } = state;
    if (error !== null && total === null) return <Failure error={error} onRetry={() => void log.refresh()} />;
    if (total === null) return <ListSkeleton />;
    if (changes.length > 0) return <ChangeList key={address} changes={changes} total={total} onMore={more} />;
    if (!isFiltered(address)) {
      return (
        <Notice title="Изменений пока нет" text="Запишите расход или приход здесь, в чате с ботом или на телефоне">
          <Button component={Link} to="/">
            Открыть остатки
          </Button>
        </Notice>
      );
    }
    return (
      <Notice title="Таких изменений нет" text="Выберите другой период или снимите фильтры" fill={0.1}>
        <Button variant="default" onClick={() => setParams({}, { replace: true })}>
          Снять фильтры
        </Button>
      </Notice>
    );
  }

  return (
    <Page wide title="Журнал" actions={<LogExport address={address} />}>
      <ChangesFilter filter={filter} onFilter={onFilter} />
      {filter.import !== null && (
        <Group>
          <Text>Строки одной загрузки из Excel</Text>
          <Button variant="default" onClick={() => onFilter({ import: null })}>
            Весь журнал
          </Button>
        </Group>
      )}
      {state.error !== null && state.total !== null && (
        <Alert color="red" variant="light" role="alert">
          Журнал мог отстать: {messageOf(state.error)}
        </Alert>
      )}
      {content()}
    </Page>
  );
}
