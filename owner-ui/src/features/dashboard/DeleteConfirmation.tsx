import { Button } from '@mantine/core';
import { quoted } from '@ostatok/kit/web/format.ts';
import { useEffect, useRef } from 'react';
import classes from './TenantCard.module.css';

interface DeleteConfirmationProps {
  name: string;
  pending: boolean;
  onConfirm: () => void;
  onCancel: () => void;
}

/** Asks for confirmation in place; «cancel» has the focus, and Escape triggers it. */
export function DeleteConfirmation({ name, pending, onConfirm, onCancel }: DeleteConfirmationProps) {
  const cancel = useRef<HTMLButtonElement>(null);
  useEffect(() => cancel.current?.focus(), []);
  return (
    <div
      role="alertdialog"
      aria-label={`Удаление: ${name}`}
      className={classes.confirm}
      onKeyDown={(event) => event.key === 'Escape' && !pending && onCancel()}
    >
      <p>
        Удалить {quoted(name)}? Бот перестанет отвечать, панель закроется. Ещё 7 дней его можно вернуть здесь же, потом
        данные сотрём.
      </p>
      <div className={classes.buttons}>
        <Button size="sm" color="red" loading={pending} onClick={onConfirm}>
          Да, удалить
        </Button>
        <Button size="sm" variant="default" ref={cancel} disabled={pending} onClick={onCancel}>
          Оставить
        </Button>
      </div>
    </div>
  );
}
