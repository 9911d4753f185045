import { Button } from '@mui/material';
import type { Alias } from '@ostatok/api/contract/catalogue.endpoints.ts';
import { packText } from '@ostatok/api/contract/labels.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { api } from '../http-client.ts';
import { ListFailed } from '../list/ListMessages.tsx';
import { act } from '../ui/act.ts';
import { confirm } from '../ui/confirm.tsx';
import { openDialog } from '../ui/dialogs.tsx';
import { CodeDialog } from './CodeDialog.tsx';
import { revert } from './revert.ts';

async function separate(code: Alias): Promise<void> {
  const sure = await confirm({
    title: `Отделить код ${code.ean}?`,
    text: 'Если раньше он был отдельным алиасом, он станет им снова. Иначе кода в каталоге не будет. Это можно отменить.',
    yes: 'Отделить',
  });
  if (!sure) return;
  await act({
    rows: [code],
    call: ({ id }) => api.call('POST /api/admin/aliases/:id/separate', { params: { id } }),
    done: 'Код отделён',
    failed: 'Ошибка отделения кода',
    resources: ['aliases'],
    undo: { call: revert, done: 'Код снова у товара', failed: 'Ошибка обновления алиаса' },
  });
}

function Code({ code, isShown }: { code: Alias; isShown: boolean }) {
  return (
    <tr>
      <th scope="row">{isShown ? code.ean : <Link to={`/admin/aliases/${code.id}`}>{code.ean}</Link>}</th>
      <td>{packText(code.pack)}</td>
      <td>
        {code.product_id === null ? (
          <span className="dim">основной</span>
        ) : (
          <button
            type="button"
            className="row-action"
            aria-label={`Отделить ${code.ean}`}
            onClick={() => void separate(code)}
          >
            Отделить
          </button>
        )}
      </td>
    </tr>
  );
}

/** All codes of the product that has this one, and how many bottles each means. */
export function ProductCodes({ id }: { id: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['aliases', 'codes', id],
    queryFn: ({ signal }) => api.call('GET /api/admin/aliases/:id/codes', { params: { id }, signal }),
  });
  if (error && !data) return <ListFailed text="Ошибка загрузки данных" error={error} onRetry={refetch} />;
  if (!data) return <div className="list-bone" />;
  const [main] = data.codes;
  return (
    <>
      <table className="fields-diff product-codes">
        <caption className="visually-hidden">Коды товара</caption>
        <thead>
          <tr>
            <th scope="col">Код</th>
            <th scope="col">Что это</th>
            <th scope="col">Действие</th>
          </tr>
        </thead>
        <tbody>
          {data.codes.map((code) => (
            <Code key={code.id} code={code} isShown={String(code.id) === id} />
          ))}
        </tbody>
      </table>
      {main && (
        <Button
          size="small"
          variant="outlined"
          onClick={() => openDialog((close) => <CodeDialog product={main} onClose={close} />)}
        >
          Добавить код
        </Button>
      )}
    </>
  );
}
