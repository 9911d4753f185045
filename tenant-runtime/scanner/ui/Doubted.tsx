import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { Acts } from './Acts.tsx';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface DoubtedProps {
  doubt: Doubt;
  /** The typed amount as the label of the confirming button: «+700 л». */
  typed: string;
  busy: boolean;
  /** Called with the probable amount, or without one when the typed amount is meant. */
  onConfirm: (instead?: number) => void;
  onBack: () => void;
}

/** Asks whether an amount is meant before it is written; «back» is placed where an accidental second tap falls. */
export function Doubted({ doubt: { question, instead }, typed, busy, onConfirm, onBack }: DoubtedProps) {
  return (
    <>
      <Notice failure>{question}</Notice>
      {instead && (
        <Button look="primary" big busy={busy} onClick={() => onConfirm(instead.amount)}>
          Записать {instead.label}
        </Button>
      )}
      <Button big busy={busy} onClick={() => onConfirm()}>
        Да, {typed}
      </Button>
      <Acts>
        <Button big onClick={onBack}>
          Изменить
        </Button>
      </Acts>
    </>
  );
}
