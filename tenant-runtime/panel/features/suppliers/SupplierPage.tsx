import { Anchor, Button } from '@mantine/core';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import type { Bought, Supplier } from '@ostatok/tenant-runtime/contract/suppliers.endpoints.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { ChevronLeft, Pencil } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import toast from 'react-hot-toast';
import { Link, useNavigate, useParams } from 'react-router';
import { api, messageOf } from '../../client/api.ts';
import { PickItem } from '../../item-search/PickItem.tsx';
import { usePick } from '../../item-search/use-pick.ts';
import { OrderList } from '../../suppliers/OrderList.tsx';
import { useOrders } from '../../suppliers/orders.ts';
import { useSetItemSupplier } from '../../suppliers/suppliers.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { SupplierForm } from './SupplierForm.tsx';
import classes from './Suppliers.module.css';

const DELIVERIES_SHOWN = 20;
const dayText = (day: string): string => day.split('-').reverse().join('.');

function Remove({ id }: { id: number }) {
  const navigate = useNavigate();
  const remove = useMutation({
    mutationFn: () => api.call('DELETE /api/suppliers/:id', { params: { id } }),
    onSuccess: () => void navigate('/suppliers'),
    onError: (error) => toast.error(messageOf(error)),
    meta: { invalidates: [['suppliers'], ['report', 'order']] },
  });
  return (
    <ConfirmButton
      label="Удалить"
      variant="subtle"
      question="Удалить поставщика? Его поставки и заказы останутся"
      confirm="Удалить"
      isBusy={remove.isPending}
      onConfirm={() => remove.mutate()}
    />
  );
}

function Contact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Contacts({ supplier }: { supplier: Supplier }) {
  const { person, phone, email, telegram, delivery_days, inn, note } = supplier;
  const handle = telegram?.replace(/^(https?:\/\/)?(t\.me\/)?@?/, '');
  if (![person, phone, email, telegram, delivery_days, inn, note].some(Boolean)) {
    return <p className={classes.dim}>Контактов нет. Добавьте почту, и заказ можно будет отправить письмом</p>;
  }
  return (
    <dl className={classes.contacts}>
      {person && <Contact label="С кем говорить">{person}</Contact>}
      {phone && (
        <Contact label="Телефон">
          <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
        </Contact>
      )}
      {email && (
        <Contact label="Почта">
          <a href={`mailto:${email}`}>{email}</a>
        </Contact>
      )}
      {handle && (
        <Contact label="Telegram">
          <a href={`https://t.me/${encodeURIComponent(handle)}`} target="_blank" rel="noreferrer">
            @{handle}
          </a>
        </Contact>
      )}
      {delivery_days && <Contact label="Дни поставки">{delivery_days}</Contact>}
      {inn && <Contact label="ИНН">{inn}</Contact>}
      {note && <Contact label="Примечание">{note}</Contact>}
    </dl>
  );
}

function BoughtRow({ row }: { row: Bought }) {
  const { item, ordered_here, day, unit_cost, last_unit_cost, price_jump } = row;
  const change =
    unit_cost !== null && last_unit_cost !== null && last_unit_cost > 0 ? unit_cost / last_unit_cost - 1 : 0;
  return (
    <tr>
      <td>
        <Link className={classes.name} to={`/?item=${item.id}`}>
          {item.name}
        </Link>
        <span className={classes.under}>
          {day ? `последний раз ${dayText(day)}` : 'ещё не привозил'}
          {!ordered_here && ' · сейчас заказываем у другого'}
        </span>
      </td>
      <td className={classes.number}>
        <b className={classes.price}>{formatMoney(unit_cost)}</b>
        <span className={classes.under}>
          за {item.unit}
          {last_unit_cost !== null && `, было ${formatMoney(last_unit_cost)}`}
        </span>
      </td>
      <td className={`${classes.number} ${classes.jump}`} data-jump={price_jump !== null}>
        {Math.abs(change) < 0.005
          ? ''
          : `${change > 0 ? '+' : '−'}${Math.abs(change * 100).toLocaleString('ru-RU', { maximumFractionDigits: 0 })} %`}
      </td>
    </tr>
  );
}

function BoughtTable({ bought }: { bought: readonly Bought[] }) {
  if (bought.length === 0)
    return (
      <p className={classes.dim}>
        Пока ничего. Загрузите накладную этого поставщика или выберите, что заказывать у него
      </p>
    );
  return (
    <table className={classes.table}>
      <tbody>
        {bought.map((row) => (
          <BoughtRow key={row.item.id} row={row} />
        ))}
      </tbody>
    </table>
  );
}

/** Orders one more item from this supplier, also one that another has brought. */
function OrderHere({ supplier }: { supplier: Supplier }) {
  const set = useSetItemSupplier();
  const pick = usePick(({ id, name }) =>
    set.mutate(
      { itemId: id, supplierId: supplier.id },
      { onSuccess: () => toast.success(`Теперь заказываем здесь: ${name}`) },
    ),
  );
  return (
    <div className={classes.pick}>
      <PickItem
        pick={pick}
        label="Заказывать здесь ещё позицию"
        isLabelHidden
        placeholder="Заказывать здесь ещё: название или штрихкод"
        onEmpty={() => {}}
      />
    </div>
  );
}

function Deliveries({ id }: { id: number }) {
  const { data } = useQuery({
    queryKey: ['deliveries', 'supplier', id],
    queryFn: ({ signal }) =>
      api.call('GET /api/deliveries', { query: { supplier: id, limit: DELIVERIES_SHOWN }, signal }),
  });
  if (!data) return <ListSkeleton rows={2} />;
  if (data.deliveries.length === 0) return <p className={classes.dim}>Поставок ещё не было</p>;
  return (
    <ul className={classes.list} aria-label="Поставки">
      {data.deliveries.map(({ id: deliveryId, number, day, worth, status }) => (
        <li key={deliveryId}>
          <Link to={`/deliveries/${deliveryId}`} className={classes.row}>
            <span className={classes.name}>
              {number ? `№ ${number}` : 'Без номера'}
              {day && ` от ${dayText(day)}`}
            </span>
            <span className={classes.under}>
              {status === 'draft' ? 'черновик' : status === 'posted' ? 'проведена' : 'отменена'}
            </span>
            <span className={classes.sum}>{formatMoney(worth)}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Orders({ id }: { id: number }) {
  const { data } = useOrders({ supplier: id, state: 'sent' });
  const orders = data?.pages.flatMap((page) => page.orders) ?? [];
  if (orders.length === 0) return null;
  return (
    <section className={classes.section}>
      <h2>Ждём по заказам</h2>
      <OrderList orders={orders} />
    </section>
  );
}

export function SupplierPage() {
  const id = Number(useParams().id);
  const [editing, setEditing] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['suppliers', id],
    queryFn: ({ signal }) => api.call('GET /api/suppliers/:id', { params: { id }, signal }),
  });
  if (error && !data) return <Failure error={error} onRetry={() => void refetch()} />;
  if (!data) return <ListSkeleton />;
  const { supplier, bought } = data;
  return (
    <div className={classes.page}>
      <title>{`${supplier.name} — Остаток`}</title>
      <div className={classes.head}>
        <div className={classes.about}>
          <Anchor component={Link} to="/suppliers" className={classes.back}>
            <ChevronLeft size={16} aria-hidden /> Поставщики
          </Anchor>
          <h1 className={classes.title}>{supplier.name}</h1>
        </div>
        <div className={classes.actions}>
          <Button variant="default" leftSection={<Pencil size={18} aria-hidden />} onClick={() => setEditing(true)}>
            Изменить
          </Button>
          <Remove id={id} />
        </div>
      </div>
      <Contacts supplier={supplier} />
      <Orders id={id} />
      <section className={classes.section}>
        <h2>Что покупаем</h2>
        <BoughtTable bought={bought} />
        <OrderHere supplier={supplier} />
      </section>
      <section className={classes.section}>
        <h2>Поставки</h2>
        <Deliveries id={id} />
      </section>
      {editing && (
        <SupplierForm supplier={supplier} onClose={() => setEditing(false)} onSaved={() => setEditing(false)} />
      )}
    </div>
  );
}
