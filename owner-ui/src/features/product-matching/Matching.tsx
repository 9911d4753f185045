import { Button, Group, Text } from '@mantine/core';
import { Undo2 } from 'lucide-react';
import { AcceptConfident } from './AcceptConfident.tsx';
import classes from './Matching.module.css';
import { ProductCard } from './ProductCard.tsx';
import type { MatchingOfVenue } from './use-matching.ts';

function Head({ matching, total }: { matching: MatchingOfVenue; total: number }) {
  const { index, tally, canUndo, undo, save, isSaving } = matching;
  const number = index === undefined ? total : index + 1;
  const place = index === undefined ? 'Это все товары' : `Товар ${number} из ${total}`;
  return (
    <div className={classes.head}>
      <Group justify="space-between" gap="xs">
        <Text fw={700} fz="lg" className={classes.number}>
          {place}
        </Text>
        <Text c="dimmed" className={classes.number} role="status">
          Сопоставлено: {tally.matched}
          {tally.absent > 0 && `, нет в каталоге: ${tally.absent}`}
        </Text>
      </Group>
      <progress className={classes.progress} value={number} max={total} aria-label={place} />
      <Group justify="space-between" gap="xs">
        <Button
          variant="subtle"
          color="gray"
          size="sm"
          leftSection={<Undo2 size={18} aria-hidden />}
          disabled={!canUndo}
          onClick={undo}
        >
          Отменить выбор
        </Button>
        <Button variant="default" size="sm" loading={isSaving} onClick={save}>
          Завершить
        </Button>
      </Group>
    </div>
  );
}

function End({ matching, total }: { matching: MatchingOfVenue; total: number }) {
  const { tally, move, save, isSaving } = matching;
  const left = total - tally.matched - tally.absent;
  return (
    <section className={classes.card} aria-label="Конец списка">
      <Text fz="lg">
        {left > 0
          ? `Пропущено: ${left}. К ним можно вернуться сейчас или в другой раз.`
          : 'Для каждого товара выбор сделан. Осталось сохранить.'}
      </Text>
      <div className={classes.buttons}>
        <Button variant="default" onClick={() => move(-1)}>
          Назад
        </Button>
        <Button loading={isSaving} onClick={save}>
          Завершить и сохранить
        </Button>
      </div>
    </section>
  );
}

interface MatchingProps {
  tenant: string;
  matching: MatchingOfVenue;
  /** How many of the products have come; the others follow. */
  loaded: number;
  total: number;
}

export function Matching({ tenant, matching, loaded, total }: MatchingProps) {
  const { product, choices } = matching;
  return (
    <>
      <Head matching={matching} total={total} />
      <AcceptConfident matching={matching} loaded={loaded} total={total} />
      {product ? (
        <ProductCard
          key={product.id}
          tenant={tenant}
          product={product}
          choice={choices[product.id]}
          matching={matching}
        />
      ) : (
        <End matching={matching} total={total} />
      )}
      <Text c="dimmed" fz="sm">
        Выбор хранится на этом устройстве. В заведение он попадёт, когда вы нажмёте «Завершить».
      </Text>
    </>
  );
}
