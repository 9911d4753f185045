import { Button } from '@mantine/core';
import type { ShownChange } from '@ostatok/tenant-runtime/contract/changes.endpoints.ts';
import { Undo2 } from 'lucide-react';
import classes from './UndoChange.module.css';
import { useUndo } from './use-undo.ts';

/** Shows that a change was undone or undoes another. */
export function UndoMark({ change }: { change: ShownChange }) {
  if (change.undone) return <span className={classes.mark}>отменено</span>;
  return change.undoes ? <span className={classes.mark}>отмена</span> : null;
}

/** One press writes the reverse change; an undone or undoing change shows its mark instead. */
export function UndoChange({ change }: { change: ShownChange }) {
  const undo = useUndo();
  // a delivery is taken back as a whole
  if (change.undone || change.undoes || change.source === 'delivery') return <UndoMark change={change} />;
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.undo}
      leftSection={<Undo2 size={18} aria-hidden />}
      aria-label={`Отменить: ${change.item.name}`}
      loading={undo.isPending}
      onClick={() => undo.mutate(change)}
    >
      Отменить
    </Button>
  );
}
