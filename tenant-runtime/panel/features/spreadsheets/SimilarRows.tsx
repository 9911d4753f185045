import { Button, Group, VisuallyHidden } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import type { ImportPreview, SimilarItem, SimilarReason } from '@ostatok/tenant-runtime/contract/imports.endpoints.ts';
import type { ImportKind } from '@ostatok/tenant-runtime/contract/imports.ts';
import { type ReactNode, useMemo, useState } from 'react';
import classes from './Similar.module.css';
import {
  type Decision,
  type Decisions,
  rowsByItem,
  type SimilarRow,
  similarRows,
  withAllSimilar,
} from './similar-decisions.ts';

/** Rows that are drawn at once: a file may have a thousand. */
const PAGE = 50;

const reasonLabels: Record<SimilarReason['of'], string> = {
  brand: 'бренд',
  volume: 'объём',
  variant: 'вариант',
  kind: 'вид',
  age: 'выдержка',
  strength: 'крепость',
  article: 'артикул',
};
const MARKS = { yes: ['✓', 'совпадает'], no: ['✗', 'расходится'], unknown: ['?', 'не указано'] } as const;
const verdictOf = (agrees: boolean | null): keyof typeof MARKS => (agrees === null ? 'unknown' : agrees ? 'yes' : 'no');

function Reasons({ reasons }: Pick<SimilarItem, 'reasons'>) {
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

/** A likeness is never certain. */
const percentOf = (confidence: number): number => Math.min(99, Math.floor(confidence * 100));

interface OptionProps {
  row: number;
  isSelected: boolean;
  isDisabled?: boolean;
  onSelect: () => void;
  children: ReactNode;
}

function Option({ row, isSelected, isDisabled = false, onSelect, children }: OptionProps) {
  return (
    <label className={classes.option} data-selected={isSelected || undefined} data-disabled={isDisabled || undefined}>
      <input type="radio" name={`row-${row}`} checked={isSelected} disabled={isDisabled} onChange={onSelect} />
      <span className={classes.text}>{children}</span>
    </label>
  );
}

interface ItemOptionProps extends Omit<OptionProps, 'children' | 'isDisabled'> {
  item: SimilarItem;
  /** Another row that is this item already. */
  takenBy: number | undefined;
}

function ItemOption({ item, takenBy, ...option }: ItemOptionProps) {
  const { name, confidence, reasons, doubt, refused } = item;
  const reason = refused ?? (takenBy === undefined ? undefined : `Это уже строка ${takenBy}`);
  return (
    <Option {...option} isDisabled={reason !== undefined}>
      <span className={classes.name}>
        «{name}» <span className={classes.percent}>{percentOf(confidence)} %</span>
      </span>
      <Reasons reasons={reasons} />
      {doubt !== undefined && <span className={classes.doubt}>{doubt}</span>}
      {reason !== undefined && <span className={classes.refused}>{reason}</span>}
    </Option>
  );
}

interface RowProps {
  row: SimilarRow;
  kind: ImportKind;
  decision: Decision | undefined;
  byItem: Map<number, number>;
  decide: (row: number, decision: Decision | undefined) => void;
}

/** The accounts make no items: a row of theirs is a known item or is left out. */
function Row({ row: { row, name, doubt, similar }, kind, decision, byItem, decide }: RowProps) {
  const ofRow = (value: Decision | undefined) => ({
    row,
    isSelected: decision === value,
    onSelect: () => decide(row, value),
  });
  return (
    <fieldset className={classes.row}>
      <legend>
        Строка {row}. {name}
      </legend>
      <p>{doubt}</p>
      {similar.map((item) => {
        const owner = byItem.get(item.id);
        return <ItemOption key={item.id} item={item} takenBy={owner === row ? undefined : owner} {...ofRow(item.id)} />;
      })}
      <div className={classes.others}>
        {kind === 'items' && <Option {...ofRow('new')}>Новая позиция</Option>}
        <Option {...ofRow(undefined)}>Не загружать</Option>
      </div>
    </fieldset>
  );
}

interface SimilarRowsProps {
  preview: ImportPreview;
  kind: ImportKind;
  decisions: Decisions;
  onDecisions: (next: Decisions) => void;
}

/** Lists rows that may be items under another name; each is loaded once the user has said what it is. */
export function SimilarRows({ preview, kind, decisions, onDecisions }: SimilarRowsProps) {
  const rows = useMemo(() => similarRows(preview), [preview]);
  const [shown, setShown] = useState(PAGE);
  if (rows.length === 0) return null;
  const byItem = rowsByItem(decisions);

  function decide(row: number, decision: Decision | undefined): void {
    const next = new Map(decisions);
    if (decision === undefined) next.delete(row);
    else next.set(row, decision);
    onDecisions(next);
  }

  const beyond = preview.similar - rows.length;
  return (
    <section className={classes.similar} aria-label="Похожи на ваши позиции">
      <h4>
        Похожи на ваши позиции: {preview.similar.toLocaleString('ru-RU')}{' '}
        {plural(preview.similar, ['строка', 'строки', 'строк'])}, решено {decisions.size.toLocaleString('ru-RU')}
      </h4>
      <p>Названия в файле другие. Позиция сохранит своё название, а название из файла запомнит на следующий раз</p>
      <Group>
        <Button variant="default" onClick={() => onDecisions(withAllSimilar(preview, decisions))}>
          Принять все похожие
        </Button>
        {decisions.size > 0 && (
          <Button variant="subtle" onClick={() => onDecisions(new Map())}>
            Снять выбор
          </Button>
        )}
      </Group>
      {rows.slice(0, shown).map((row) => (
        <Row key={row.row} row={row} kind={kind} decision={decisions.get(row.row)} byItem={byItem} decide={decide} />
      ))}
      {shown < rows.length && (
        <Button variant="default" onClick={() => setShown(shown + PAGE)}>
          Показать ещё {Math.min(PAGE, rows.length - shown)}
        </Button>
      )}
      {beyond > 0 && <p>И ещё {beyond}: решите их, загрузив файл ещё раз после этих</p>}
    </section>
  );
}
