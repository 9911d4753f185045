import type { Doubt } from '@ostatok/tenant-runtime/contract/plausibility.ts';
import { Acts } from './Acts.tsx';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';

interface DoubtedProps {
  doubt: Doubt;
  /** What was typed, as the button that confirms it says it: «+700 л». */
  typed: string;
  busy: boolean;
  /** With the amount that was probably meant, or with none for what was typed. */
  onConfirm: (instead?: number) => void;
  onBack: () => void;
}

/** Asks whether an amount is meant before it is written; the way back stands where a second tap of a wet finger falls. */
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
