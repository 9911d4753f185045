import type { ReactNode } from 'react';
import type { IconName } from '../ui/icons.ts';

export type RowId = string | number;

export interface Column<Row> {
  key: string;
  label: string;
  /** The server's name for sorting by it; without one the column cannot be sorted. */
  sort?: string;
  /** The minimum width in pixels. */
  min: number;
  /** The share of the remaining width; 0 keeps the column at `min`. */
  grow?: number;
  align?: 'right';
  render: (row: Row) => ReactNode;
  /** The value in an exported file. */
  text: (row: Row) => string | number | null;
  /** Not shown until the administrator enables it. */
  hidden?: boolean;
}

export interface Filter {
  /** The name of the server's filter. */
  key: string;
  label: string;
  /** The possible values; without them the filter is a date or a text. */
  choices?: { value: string; label: string }[];
  kind?: 'date' | 'text';
  /** The value selected at first; without one, everything. */
  initial?: string;
}

/** An action on one row or, if `bulk` is set, on several at once. */
export interface Action<Row> {
  key: string;
  /** A verb. */
  label: string;
  icon: IconName;
  danger?: boolean;
  bulk?: boolean;
  /** It opens a dialog of its own, which says how many rows are affected. */
  asks?: boolean;
  /** A press repeated quickly counts as another press. */
  repeats?: boolean;
  /** Whether it makes sense for the row in its present state. */
  isShown?: (row: Row) => boolean;
  run: (rows: Row[]) => unknown;
}

export const actionsOf = <Row>(actions: Action<Row>[], row: Row): Action<Row>[] =>
  actions.filter(({ isShown }) => !isShown || isShown(row));
