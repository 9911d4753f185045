import type { ReactNode } from 'react';
import { ActionButtons } from '../list/ActionButtons.tsx';
import { DataList } from '../list/DataList.tsx';
import type { Action, Column, Filter } from '../list/types.ts';
import { Facts } from '../ui/Facts.tsx';
import { timeText } from '../ui/texts.ts';
import { JournalTabs } from './JournalTabs.tsx';

interface LogRecord {
  id: number | string;
  at: string;
  ip?: string | null;
}

interface LogPageProps<Row extends LogRecord> {
  resource: string;
  title: string;
  base: string;
  columns: Column<Row>[];
  filters: Filter[];
  search: string;
  whatOf: (row: Row) => string;
  /** Renders the description with its state; without it only the text is shown. */
  drawn?: (row: Row) => ReactNode;
  whoOf: (row: Row) => string;
  /** The facts of a record besides its time and description. */
  factsOf: (row: Row) => (readonly [string, ReactNode])[];
  /** What follows the facts. */
  moreOf?: (row: Row) => ReactNode;
  /** The actions on a record. */
  actions?: Action<Row>[];
  actionsWidth?: number;
  /** Beside the heading. */
  buttons?: ReactNode;
  empty: string;
}

/** A column of plain text; an empty value is a dash. */
export const textColumn = <Row,>(
  column: Pick<Column<Row>, 'key' | 'label' | 'min' | 'grow'>,
  textOf: (row: Row) => string | null,
): Column<Row> => ({ ...column, render: (row) => textOf(row) ?? '—', text: textOf });

export const ipColumn = <Row extends LogRecord>(): Column<Row> =>
  textColumn({ key: 'ip', label: 'Откуда', min: 130, grow: 0 }, ({ ip }) => ip ?? null);

export const atColumn = <Row extends LogRecord>(): Column<Row> => ({
  ...textColumn<Row>({ key: 'at', label: 'Когда', min: 160, grow: 0 }, ({ at }) => timeText(at)),
  sort: 'at',
});

export const dayFilters: Filter[] = [
  { key: 'from', label: 'С', kind: 'date' },
  { key: 'to', label: 'По', kind: 'date' },
];

/** The page of one log: its records, newest first, and the details of one beside the list. */
export function LogPage<Row extends LogRecord>(props: LogPageProps<Row>) {
  const { whatOf, drawn = whatOf, whoOf, factsOf, moreOf, ...list } = props;
  const card = (row: Row) => (
    <>
      <div>{drawn(row)}</div>
      <div className="dim">
        {timeText(row.at)} · {whoOf(row)}
        {row.ip && ` · ${row.ip}`}
      </div>
    </>
  );
  const details = (_id: string, row: Row | undefined) =>
    row ? (
      <>
        <h2 className="record-title">{whatOf(row)}</h2>
        <Facts facts={[['Когда', timeText(row.at)], ...factsOf(row)]} />
        {moreOf?.(row)}
        {list.actions && <ActionButtons row={row} actions={list.actions} />}
      </>
    ) : (
      <p className="dim">Запись не на экране: найдите её в списке</p>
    );
  return (
    <DataList<Row>
      {...list}
      above={<JournalTabs />}
      card={card}
      nameOf={whatOf}
      sort={{ field: 'at', order: 'DESC' }}
      details={details}
      nothingFound="Ничего не нашлось"
    />
  );
}
