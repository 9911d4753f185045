import { Alert, Button, Group } from '@mantine/core';
import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { formatQuantity } from '@ostatok/kit/web/format.ts';
import { newId } from '@ostatok/kit/web/new-id.ts';
import type { ShownItem } from '@ostatok/tenant-runtime/contract/items.endpoints.ts';
import { looksEmpty } from '@ostatok/tenant-runtime/contract/weighing.ts';
import { useState } from 'react';
import toast from 'react-hot-toast';
import { api, messageOf } from '../../client/api.ts';
import { roundQuantity } from '../../forms/quantity-input.ts';
import type { Remaining as Result, TakenWeight } from '../../scales/weight.ts';
import { useWorkspace } from '../../workspace/workspace.ts';
import { Learn, Remaining } from './Remaining.tsx';
import classes from './Weighing.module.css';

interface Measured {
  what: 'emptyG' | 'fullG';
  grams: number;
  stepG: number | null;
  presetTareG: number | undefined;
}

/** Saves the item's tare, computed from an empty or a full bottle; a weight that differs from the last one is asked. */
function useMeasure(item: ShownItem) {
  const { store } = useWorkspace();
  const [busy, setBusy] = useState(false);
  const [asked, setAsked] = useState<{ measured: Measured; question: string } | null>(null);

  async function measure(measured: Measured, confirmed = false): Promise<void> {
    const { what, grams, stepG, presetTareG } = measured;
    setBusy(true);
    setAsked(null);
    try {
      const answer = await api.call('POST /api/items/:id/measure', {
        params: { id: item.id },
        body: {
          [what]: grams,
          presetTareG,
          ...(stepG !== null && { stepG }),
          id: newId(),
          ...(confirmed && { confirmed }),
        },
      });
      store.apply([answer.item]);
      toast.success(`Запомнили: пустая ${formatQuantity(answer.item.weight_empty_g, 'г')}`);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'doubtful') setAsked({ measured, question: error.message });
      else toast.error(messageOf(error));
    } finally {
      setBusy(false);
    }
  }
  return { busy, measure, asked, ask: setAsked };
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

/** Asks which of two weighings is right. */
function AskedWeight({ question, onConfirm, onBack }: { question: string; onConfirm: () => void; onBack: () => void }) {
  return (
    <Alert color="amber" variant="light" role="alert">
      <p className={classes.learn}>{question}</p>
      <Group gap="xs">
        <Button onClick={onConfirm}>Всё верно, записать</Button>
        <Button variant="default" onClick={onBack}>
          Взвешу ещё раз
        </Button>
      </Group>
    </Alert>
  );
}

/** The bottle on the scale: what remains in it, or what is missing to know that. */
export function Bottle({ item, weight, presetTareG, result }: BottleProps) {
  const { busy, measure, asked, ask } = useMeasure(item);
  const failure = learnable(result);
  const isEmpty = weight?.stable === true && looksEmpty(item, weight.grams, presetTareG);
  const take = (what: 'emptyG' | 'fullG'): void =>
    void (weight && measure({ what, grams: weight.grams, stepG: weight.stepG, presetTareG }));
  return (
    <section className={classes.bottle} aria-label={item.name}>
      <h3 className={classes.name}>{item.name}</h3>
      <Remaining item={item} weight={weight} result={result} />
      {failure && <Learn item={item} weight={weight} failure={failure} busy={busy} onMeasure={take} />}
      {result && 'failure' in result && !failure && (
        <Alert color="red" variant="light" role="alert">
          {result.text}. Проверьте, та ли бутылка на весах
        </Alert>
      )}
      {asked && (
        <AskedWeight
          question={asked.question}
          onConfirm={() => void measure(asked.measured, true)}
          onBack={() => ask(null)}
        />
      )}
      {isEmpty && !asked && (
        <Button variant="subtle" loading={busy} onClick={() => take('emptyG')}>
          Пустая весит {formatQuantity(roundQuantity(weight.grams - (presetTareG ?? 0)), 'г')}: запомнить
        </Button>
      )}
    </section>
  );
}
