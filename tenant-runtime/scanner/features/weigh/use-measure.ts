import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { PhoneItem } from '../../offline/catalogue.ts';
import { exact } from '../../offline/operations.ts';
import { useRecord } from '../../recording/use-record.tsx';
import type { InHand } from './weight.ts';

const names = { emptyG: 'пустая', fullG: 'полная' };

/** Records what an empty or a full bottle on the scale weighs. */
export function useMeasure(item: PhoneItem, onDone: () => void) {
  const { record, busy } = useRecord();

  async function measure(which: 'emptyG' | 'fullG', { grams, presetTareG, stepG }: InHand): Promise<void> {
    const weight = {
      ...(which === 'emptyG' ? { emptyG: grams } : { fullG: grams }),
      ...(presetTareG > 0 && { presetTareG }),
      ...(stepG !== undefined && { stepG }),
    };
    const text = `${names[which]} — ${formatQuantity(exact(grams - presetTareG), 'г')}`;
    if (await record(item, { kind: 'measure', weight }, text)) onDone();
  }
  return { measure, busy };
}
