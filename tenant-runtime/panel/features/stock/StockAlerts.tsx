import { Alert } from '@mantine/core';
import { messageOf } from '../../client/api.ts';
import { useLive, useStock } from '../../workspace/workspace.ts';

/** Tells that quantities are hidden by a blind count, or that the list may be out of date. */
export function StockAlerts() {
  const stock = useStock();
  const { loadError, blind } = useLive();
  return (
    <>
      {blind && (
        <Alert color="amber" variant="light">
          Идёт слепой подсчёт: остатки позиций, которые считают, скрыты до его закрытия
        </Alert>
      )}
      {loadError !== null && stock.items.length > 0 && (
        <Alert color="red" variant="light" role="alert">
          {stock.asOf === null ? 'Показана часть списка' : 'Список мог отстать'}: {messageOf(loadError)}
        </Alert>
      )}
    </>
  );
}
