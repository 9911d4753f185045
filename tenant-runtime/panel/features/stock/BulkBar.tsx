import { ActionIcon, Button } from '@mantine/core';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { Pencil, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import type { BulkField } from '../../stock/bulk-edit.ts';
import { itemsInWords } from '../../ui/words.ts';
import classes from './BulkBar.module.css';
import { BulkDelete } from './BulkDelete.tsx';
import { BulkDialog } from './BulkDialog.tsx';
import { bulkFields } from './bulk-fields.ts';

interface BulkBarProps {
  items: readonly ShownItem[];
  /** The number of selected items that the filter does not show now. */
  unseen: number;
  onClear: () => void;
}

/** The fields that tenants change most; the others are in the dialog. */
const quick: [BulkField, string][] = [
  ['category', bulkFields.category.label],
  ['par', 'Норма'],
  ['cost', 'Цена'],
];

/** The actions on the selected rows, at the foot of the table. */
export function BulkBar({ items, unseen, onClear }: BulkBarProps) {
  const [dialog, setDialog] = useState<BulkField | 'delete' | null>(null);
  return (
    <section className={classes.bar} aria-label="Действия с выбранными">
      <ActionIcon aria-label="Снять выбор" title="Снять выбор (Esc)" onClick={onClear}>
        <X size={20} aria-hidden />
      </ActionIcon>
      <output className={classes.count} aria-live="polite">
        <b>{itemsInWords(items.length)}</b>
        {unseen > 0 && <span className={classes.unseen}>не видно сейчас: {unseen.toLocaleString('ru-RU')}</span>}
      </output>
      {quick.map(([field, label]) => (
        <Button key={field} variant="default" size="sm" className={classes.quick} onClick={() => setDialog(field)}>
          {label}
        </Button>
      ))}
      <Button
        size="sm"
        disabled={items.length === 0}
        leftSection={<Pencil size={16} aria-hidden />}
        onClick={() => setDialog('category')}
      >
        Изменить
      </Button>
      <Button
        size="sm"
        variant="subtle"
        color="red"
        aria-label="Удалить выбранные"
        disabled={items.length === 0}
        leftSection={<Trash2 size={16} aria-hidden />}
        className={classes.remove}
        onClick={() => setDialog('delete')}
      >
        Удалить
      </Button>
      {dialog === 'delete' && <BulkDelete items={items} onClose={() => setDialog(null)} />}
      {dialog !== null && dialog !== 'delete' && (
        <BulkDialog items={items} field={dialog} onField={setDialog} onClose={() => setDialog(null)} />
      )}
    </section>
  );
}
