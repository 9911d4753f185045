import { useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Zeroes a scale of a bridge. */
export function TareScale({ tare }: { tare: () => Promise<string | undefined> }) {
  const [busy, setBusy] = useState(false);
  const [why, setWhy] = useState<string>();

  async function act(): Promise<void> {
    setBusy(true);
    setWhy(await tare());
    setBusy(false);
  }
  return (
    <>
      <Button busy={busy} onClick={() => void act()}>
        Обнулить
      </Button>
      {why && <Notice failure>{why}</Notice>}
    </>
  );
}
