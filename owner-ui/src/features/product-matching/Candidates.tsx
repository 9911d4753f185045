import { VisuallyHidden } from '@mantine/core';
import type { CatalogueMatch, MatchReason } from '@ostatok/api/contract/matching.endpoints.ts';
import { type ReactNode, useId } from 'react';
import classes from './Candidates.module.css';
import type { Choice, Selected } from './matching-state.ts';

const reasonLabels: Record<MatchReason['of'], string> = {
  brand: 'бренд',
  volume: 'объём',
  variant: 'вариант',
  kind: 'вид',
  age: 'выдержка',
  strength: 'крепость',
  'own name': 'так вы уже называли',
  synonym: 'так называют другие',
};
const MARKS = { yes: ['✓', 'совпадает'], no: ['✗', 'расходится'], unknown: ['?', 'не указано'] } as const;
const verdictOf = (agrees: boolean | null): keyof typeof MARKS => (agrees === null ? 'unknown' : agrees ? 'yes' : 'no');

function Reasons({ reasons }: { reasons: MatchReason[] }) {
  return (
    <span className={classes.reasons}>
      {reasons.map(({ of, agrees }) => {
        const verdict = verdictOf(agrees);
        const [mark, words] = MARKS[verdict];
        return (
          <span key={of} data-verdict={verdict}>
            {reasonLabels[of]} <span aria-hidden>{mark}</span>
            <VisuallyHidden>{words}</VisuallyHidden>
          </span>
        );
      })}
    </span>
  );
}

const litres = (ml: number): string => `${(ml / 1000).toLocaleString('ru-RU')} л`;

interface OptionProps {
  group: string;
  value: Selected;
  selected: Selected;
  select: (value: Selected) => void;
  children: ReactNode;
}

function Option({ group, value, selected, select, children }: OptionProps) {
  const isSelected = selected === value;
  return (
    <label className={classes.option} data-selected={isSelected || undefined}>
      <input type="radio" name={group} checked={isSelected} onChange={() => select(value)} />
      {children}
    </label>
  );
}

function MatchText({ match }: { match: CatalogueMatch }) {
  const { name, ean, volume_ml, confidence, reasons } = match;
  return (
    <>
      <span className={classes.text}>
        <span className={classes.name}>{name}</span>
        <span className={classes.facts}>
          {volume_ml !== null && <span>{litres(volume_ml)}</span>}
          <span>{ean}</span>
        </span>
        <Reasons reasons={reasons} />
      </span>
      <span className={classes.percent}>{Math.round(confidence * 100)} %</span>
    </>
  );
}

interface CandidatesProps {
  suggested: CatalogueMatch[];
  others: CatalogueMatch[];
  kept: Choice;
  selected: Selected;
  select: (value: Selected) => void;
}

/** What a product may be, and that it may be nothing of the catalogue's. */
export function Candidates({ suggested, others, kept, selected, select }: CandidatesProps) {
  const group = useId();
  const option = { group, selected, select };
  return (
    <fieldset className={classes.options}>
      <legend>{suggested.length > 0 ? 'Похоже на' : 'Похожего в каталоге нет'}</legend>
      {suggested.map((match) => (
        <Option key={match.id} value={match.id} {...option}>
          <MatchText match={match} />
        </Option>
      ))}
      {others.length > 0 && <p className={classes.between}>Найдено</p>}
      {others.map((match) => (
        <Option key={match.id} value={match.id} {...option}>
          <MatchText match={match} />
        </Option>
      ))}
      {kept && (
        <Option value={kept.id} {...option}>
          <span className={classes.text}>
            <span className={classes.name}>{kept.name}</span>
          </span>
        </Option>
      )}
      <Option value="absent" {...option}>
        <span className={classes.text}>
          <span className={classes.name}>Нет в каталоге</span>
        </span>
      </Option>
    </fieldset>
  );
}
