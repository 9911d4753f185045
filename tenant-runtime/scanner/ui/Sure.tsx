import { useState } from 'react';
import { Button } from './Button.tsx';

interface SureProps {
  ask: string;
  yes: string;
  no: string;
  onSure: () => void;
}

/** Confirms an irreversible action; an accidental second tap in the same place cancels it. */
export function Sure({ ask, yes, no, onSure }: SureProps) {
  const [asked, setAsked] = useState(false);
  if (!asked) {
    return (
      <Button look="danger" onClick={() => setAsked(true)}>
        {ask}
      </Button>
    );
  }
  return (
    <>
      <Button key="no" onClick={() => setAsked(false)}>
        {no}
      </Button>
      <Button key="yes" look="danger" onClick={onSure}>
        {yes}
      </Button>
    </>
  );
}
