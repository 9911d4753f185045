import { Button, Text, Title } from '@mantine/core';
import type { CatalogueMatch, UnmatchedProduct } from '@ostatok/api/contract/matching.endpoints.ts';
import { ChevronLeft } from 'lucide-react';
import { useRef, useState } from 'react';
import { Candidates } from './Candidates.tsx';
import { CatalogueSearch } from './CatalogueSearch.tsx';
import classes from './Matching.module.css';
import { type Choice, choiceOf, type Selected } from './matching-state.ts';
import { ProposeProduct } from './ProposeProduct.tsx';
import type { MatchingOfVenue } from './use-matching.ts';
import { type MatchingKeys, useMatchingKeys } from './use-matching-keys.ts';

/** Chosen before anybody looks: less probable ones must be chosen by hand. */
const PROBABLE = 0.5;

function selectedAtFirst({ suggestedMatches: [best] }: UnmatchedProduct, choice: Choice | undefined): Selected {
  if (choice !== undefined) return choice?.id ?? 'absent';
  return best && best.confidence >= PROBABLE ? best.id : null;
}

function useCandidates(product: UnmatchedProduct, choice: Choice | undefined) {
  const [selected, select] = useState<Selected>(() => selectedAtFirst(product, choice));
  const [found, setFound] = useState<CatalogueMatch[] | null>(null);
  const suggested = product.suggestedMatches;
  const others = (found ?? []).filter(({ id }) => !suggested.some((one) => one.id === id));
  const candidates = [...suggested, ...others];
  // what was chosen by an earlier search is offered too
  const kept = choice && !candidates.some(({ id }) => id === choice.id) ? choice : null;
  const ids: Selected[] = [...candidates.map(({ id }) => id), ...(kept ? [kept.id] : []), 'absent'];
  const present = candidates.find(({ id }) => id === selected);
  const chosen = selected === 'absent' ? null : present ? choiceOf(present) : selected === kept?.id ? kept : undefined;
  const turn = (by: number) => {
    const at = ids.indexOf(selected);
    select(ids[at < 0 ? (by > 0 ? 0 : ids.length - 1) : (at + by + ids.length) % ids.length] ?? null);
  };
  return { selected, select, found, setFound, suggested, others, kept, ids, chosen, turn };
}

interface ProductCardProps {
  tenant: string;
  product: UnmatchedProduct;
  choice: Choice | undefined;
  matching: Pick<MatchingOfVenue, 'decide' | 'move' | 'undo' | 'index'>;
}

export function ProductCard({ tenant, product, choice, matching }: ProductCardProps) {
  const search = useRef<HTMLInputElement>(null);
  const of = useCandidates(product, choice);
  const confirm = () => of.chosen !== undefined && matching.decide(of.chosen);
  const keys: MatchingKeys = {
    Enter: confirm,
    KeyS: () => matching.move(1),
    KeyB: () => matching.move(-1),
    KeyZ: matching.undo,
    Slash: () => search.current?.focus(),
    ArrowDown: () => of.turn(1),
    ArrowUp: () => of.turn(-1),
    Digit0: () => of.select('absent'),
    ...Object.fromEntries(of.suggested.map(({ id }, index) => [`Digit${index + 1}`, () => of.select(id)])),
  };
  useMatchingKeys(keys);
  const facts = [product.article && `артикул ${product.article}`, product.ean && `штрихкод ${product.ean}`].filter(
    Boolean,
  );
  return (
    <section className={classes.card} aria-label={product.localName}>
      <Title order={2} className={classes.name} aria-live="polite">
        {product.localName}
      </Title>
      {facts.length > 0 && <Text c="dimmed">{facts.join(', ')}</Text>}
      <Candidates {...of} />
      <CatalogueSearch input={search} found={of.found} onFound={of.setFound} />
      {of.selected === 'absent' && <ProposeProduct tenant={tenant} product={product} />}
      <div className={classes.buttons}>
        <Button
          variant="default"
          px="sm"
          aria-label="Назад"
          title="Назад"
          disabled={matching.index === 0}
          onClick={() => matching.move(-1)}
        >
          <ChevronLeft size={20} aria-hidden />
        </Button>
        <Button variant="default" onClick={() => matching.move(1)}>
          {choice === undefined ? 'Пропустить' : 'Далее'}
        </Button>
        <Button disabled={of.chosen === undefined} onClick={confirm}>
          Подтвердить
        </Button>
      </div>
      <Text c="dimmed" fz="sm" className={classes.keys}>
        Клавиши: <kbd>1</kbd>–<kbd>5</kbd> выбрать, <kbd>0</kbd> нет в каталоге, <kbd>Enter</kbd> подтвердить,{' '}
        <kbd>S</kbd> пропустить, <kbd>B</kbd> назад, <kbd>Z</kbd> отменить, <kbd>/</kbd> искать
      </Text>
    </section>
  );
}
