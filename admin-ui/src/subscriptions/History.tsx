import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { SubscriptionUser } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { ListFailed } from '../list/ListMessages.tsx';
import { dateText } from '../ui/texts.ts';
import { useHistory } from './queries.ts';
import { kinds, statusText } from './texts.ts';

export function History({ userId }: { userId: number }) {
  const { data, error, refetch } = useHistory(userId);
  if (error) return <ListFailed text="Ошибка загрузки истории" error={error} onRetry={refetch} />;
  if (!data) return <div className="list-bone" />;
  if (data.length === 0) return <p className="dim">Пока ничего не было</p>;
  return (
    <div className="table-scroll">
      <table className="plain-table">
        <thead>
          <tr>
            <th>Тариф</th>
            <th>С</th>
            <th>По</th>
            <th>Статус</th>
            <th>Как</th>
            <th className="list-right">Оплачено</th>
          </tr>
        </thead>
        <tbody>
          {data.map((entry) => (
            <tr key={entry.id}>
              <td>{entry.plan_display_name}</td>
              <td>{dateText(entry.current_period_start)}</td>
              <td>{entry.current_period_end ? dateText(entry.current_period_end) : 'без срока'}</td>
              <td>{statusText(entry.status)}</td>
              <td>{kinds[entry.kind]}</td>
              <td className="list-right">{formatMoney(entry.price)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export const HistoryDialog = ({ user, onClose }: { user: SubscriptionUser; onClose: () => void }) => (
  <Dialog open onClose={onClose} maxWidth="md" fullWidth aria-labelledby="history">
    <DialogTitle id="history">История подписки</DialogTitle>
    <DialogContent>
      <p>{user.email}</p>
      <History userId={user.id} />
    </DialogContent>
    <DialogActions>
      <Button onClick={onClose} autoFocus>
        Закрыть
      </Button>
    </DialogActions>
  </Dialog>
);
