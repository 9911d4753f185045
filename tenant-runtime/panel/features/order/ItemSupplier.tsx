import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { useSetItemSupplier, useSuppliers } from '../../suppliers/suppliers.ts';
import classes from './Order.module.css';
import type { OrderRow } from './order-text.ts';

/** Says from whom an item is ordered; a known supplier is changed on request. */
export function ItemSupplier({ row: { item, supplier } }: { row: OrderRow }) {
  const [asked, setAsked] = useState(false);
  const { data: suppliers = [] } = useSuppliers();
  const set = useSetItemSupplier();
  if (supplier && !asked) {
    return (
      <Button
        size="compact-sm"
        variant="subtle"
        color="gray"
        className={classes.other}
        aria-label={`${item.name}: другой поставщик`}
        onClick={() => setAsked(true)}
      >
        Другой поставщик
      </Button>
    );
  }
  if (suppliers.length === 0) return null;
  return (
    <NativeSelect
      autoFocus={asked}
      maw="16rem"
      aria-label={`${item.name}: поставщик`}
      value={supplier?.id ?? ''}
      disabled={set.isPending}
      data={[
        ...(supplier ? [] : [{ value: '', label: 'Выберите поставщика' }]),
        ...suppliers.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        set.mutate({ itemId: item.id, supplierId: Number(value) }, { onSuccess: () => setAsked(false) })
      }
    />
  );
}
