import { Alert } from '@mantine/core';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import type { Remaining as Result, TakenWeight } from '../../scales/weight.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { Learn, Remaining } from './Remaining.tsx';
import classes from './Weighing.module.css';

/** Saves the item's tare, computed from an empty or a full bottle. */
function useMeasure(item: ShownItem) {
  const { store } = useWorkspace();
  const [busy, setBusy] = useState(false);
  async function measure(what: 'emptyG' | 'fullG', grams: number, presetTareG: number | undefined): Promise<void> {
    setBusy(true);
    try {
      const answer = await api.call('POST /api/items/:id/measure', {
        params: { id: item.id },
        body: { [what]: grams, presetTareG },
      });
      store.apply([answer.item]);
      toast.success(`Запомнили: пустая ${formatQuantity(answer.item.weight_empty_g, 'г')}`);
    } catch (error) {
      toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, measure };
}

const learnable = (result: Result | null): 'no_empty' | 'no_density' | null =>
  result && 'failure' in result && (result.failure === 'no_empty' || result.failure === 'no_density')
    ? result.failure
    : null;

interface BottleProps {
  item: ShownItem;
  weight: TakenWeight | null;
  /** The grams of what stands on the bottle, which the weight includes. */
  presetTareG: number | undefined;
  result: Result | null;
}

/** The bottle on the scale: what remains in it, or what is missing to know that. */
export function Bottle({ item, weight, presetTareG, result }: BottleProps) {
  const { busy, measure } = useMeasure(item);
  const failure = learnable(result);
  return (
    <section className={classes.bottle} aria-label={item.name}>
      <h3 className={classes.name}>{item.name}</h3>
      <Remaining item={item} weight={weight} result={result} />
      {failure && (
        <Learn
          item={item}
          weight={weight}
          failure={failure}
          busy={busy}
          onMeasure={(what) => weight && void measure(what, weight.grams, presetTareG)}
        />
      )}
      {result && 'failure' in result && !failure && (
        <Alert color="red" variant="light" role="alert">
          {result.text}. Проверьте, та ли бутылка на весах
        </Alert>
      )}
    </section>
  );
}
