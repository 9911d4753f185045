import { Button } from '@mantine/core';
import type { Supplier } from '@ostatok/tenant-runtime/contract/suppliers.endpoints.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useSuppliers } from '../../suppliers/suppliers.ts';
import { Failure } from '../../ui/Failure.tsx';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { SupplierForm } from './SupplierForm.tsx';
import classes from './Suppliers.module.css';

const contactsText = ({ person, phone, email, telegram }: Supplier): string =>
  [person, phone, email, telegram].filter(Boolean).join(' · ') || 'контактов нет';

function Row({ supplier }: { supplier: Supplier }) {
  return (
    <li>
      <Link to={`/suppliers/${supplier.id}`} className={classes.row}>
        <span className={classes.name}>{supplier.name}</span>
        <span className={classes.under}>{contactsText(supplier)}</span>
        <span className={classes.under}>{supplier.delivery_days}</span>
      </Link>
    </li>
  );
}

export function SuppliersPage() {
  const navigate = useNavigate();
  const { data: suppliers, error, refetch } = useSuppliers();
  const [adding, setAdding] = useState(false);
  const add = (
    <Button leftSection={<Plus size={20} aria-hidden />} onClick={() => setAdding(true)}>
      Добавить поставщика
    </Button>
  );

  function content() {
    if (error && !suppliers) return <Failure error={error} onRetry={() => void refetch()} />;
    if (!suppliers) return <ListSkeleton rows={4} />;
    if (suppliers.length === 0) {
      return (
        <Notice
          title="Поставщиков ещё нет"
          text="Они появятся сами с первой накладной. Можно добавить и сейчас, чтобы собрать заказ"
        >
          {add}
        </Notice>
      );
    }
    return (
      <ul className={classes.list} aria-label="Поставщики">
        {suppliers.map((supplier) => (
          <Row key={supplier.id} supplier={supplier} />
        ))}
      </ul>
    );
  }

  return (
    <Page title="Поставщики" actions={suppliers && suppliers.length > 0 && add}>
      {content()}
      {adding && (
        <SupplierForm onClose={() => setAdding(false)} onSaved={({ id }) => void navigate(`/suppliers/${id}`)} />
      )}
    </Page>
  );
}
