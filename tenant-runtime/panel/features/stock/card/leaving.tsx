import { Button, Group, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import classes from './ItemCard.module.css';

/** Asks for confirmation before leaving a form with unsaved input. */
export function useLeaving() {
  const dirty = useRef(false);
  const [wanted, setWanted] = useState<(() => void) | null>(null);
  return {
    wanted,
    stay: () => setWanted(null),
    onDirty: (next: boolean) => {
      dirty.current = next;
    },
    leave(go: () => void): void {
      if (dirty.current) setWanted(() => go);
      else go();
    },
  };
}

/** The question, while it is open. */
export function Unsaved({ leaving }: { leaving: ReturnType<typeof useLeaving> }) {
  const { wanted, stay, onDirty } = leaving;
  if (!wanted) return null;
  function leave(): void {
    onDirty(false);
    stay();
    wanted?.();
  }
  return (
    <div className={classes.unsaved} role="alert">
      <Text>Изменения не сохранены</Text>
      <Group gap="xs">
        <Button size="sm" data-autofocus onClick={stay}>
          Вернуться к ним
        </Button>
        <Button size="sm" variant="default" onClick={leave}>
          Не сохранять
        </Button>
      </Group>
    </div>
  );
}
