import { useMemo } from 'react';
import { usePreference } from '../preferences.ts';
import type { Column } from './types.ts';

/** The saved layout of one list, which stays valid when a release adds or removes columns. */
interface Layout {
  /** The keys in the chosen order; other columns follow in their declared order. */
  order?: string[];
  /** In pixels. */
  widths?: Record<string, number>;
}

const NARROWEST = 60;
const WIDEST = 900;
const USUAL: Layout = {};

function inOrder<Row>(columns: Column<Row>[], order: string[] = []): Column<Row>[] {
  const [first, ...others] = columns;
  const placeOf = ({ key }: Column<Row>): number => (order.includes(key) ? order.indexOf(key) : order.length);
  return first ? [first, ...others.toSorted((a, b) => placeOf(a) - placeOf(b))] : [];
}

/** The administrator's choice of columns, their order and widths. The first column names the row and stays first. */
export function useColumns<Row>(list: string, columns: Column<Row>[]) {
  const usual = useMemo(() => columns.filter(({ hidden }) => hidden).map(({ key }) => key), [columns]);
  const { value: hidden, change: changeHidden } = usePreference<string[]>(`columns.${list}`, usual);
  const { value: layout, change: changeLayout } = usePreference<Layout>(`layout.${list}`, USUAL);

  const all = useMemo(() => {
    const wide = ({ widths = {} }: Layout, column: Column<Row>): Column<Row> =>
      widths[column.key] === undefined ? column : { ...column, min: widths[column.key] ?? column.min, grow: 0 };
    return inOrder(columns, layout.order).map((column) => wide(layout, column));
  }, [columns, layout]);
  const shown = useMemo(() => all.filter(({ key }, index) => index === 0 || !hidden.includes(key)), [all, hidden]);

  return {
    all,
    shown,
    hidden,
    isUsual: layout.order === undefined && layout.widths === undefined && hidden.join() === usual.join(),
    toggle(key: string): void {
      void changeHidden((now) => (now.includes(key) ? now.filter((one) => one !== key) : [...now, key]));
    },
    /** Moves a column to the place of another one. */
    move(key: string, to: string): void {
      const keys = all.slice(1).map((column) => column.key);
      const [from, place] = [keys.indexOf(key), keys.indexOf(to)];
      if (from < 0 || place < 0 || from === place) return;
      const order = keys.toSpliced(from, 1).toSpliced(place, 0, key);
      void changeLayout((now) => ({ ...now, order }));
    },
    widen(key: string, width: number): void {
      const fitting = Math.round(Math.min(WIDEST, Math.max(NARROWEST, width)));
      void changeLayout((now) => ({ ...now, widths: { ...now.widths, [key]: fitting } }));
    },
    reset(): void {
      void changeHidden(() => usual);
      void changeLayout(() => USUAL);
    },
  };
}
export type Columns<Row> = ReturnType<typeof useColumns<Row>>;
