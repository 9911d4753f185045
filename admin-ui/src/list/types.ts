import type { ReactNode } from 'react';
import type { IconName } from '../ui/icons.ts';

export type RowId = string | number;

export interface Column<Row> {
  key: string;
  label: string;
  /** The server's name for sorting by it; without one the heading does not sort. */
  sort?: string;
  /** The least width in pixels. */
  min: number;
  /** Its share of the room that is left; 0 keeps it at `min`. */
  grow?: number;
  align?: 'right';
  render: (row: Row) => ReactNode;
  /** As it stands in an exported file. */
  text: (row: Row) => string | number | null;
  /** Not shown until the administrator asks for it. */
  hidden?: boolean;
}

export interface Filter {
  /** The name that the server's filter has for it. */
  key: string;
  label: string;
  /** What it can be; without them it is a day, or a text. */
  choices?: { value: string; label: string }[];
  kind?: 'date' | 'text';
  /** Chosen until another is; without one, everything. */
  initial?: string;
}

/** Something done to one row or, where `bulk` is set, to several at once. */
export interface Action<Row> {
  key: string;
  /** A verb. */
  label: string;
  icon: IconName;
  danger?: boolean;
  bulk?: boolean;
  /** It has a dialog of its own, that tells how many are meant. */
  asks?: boolean;
  /** Meant anew at each press, however soon after the last. */
  repeats?: boolean;
  /** Whether it makes sense for this row as it is now. */
  isShown?: (row: Row) => boolean;
  run: (rows: Row[]) => unknown;
}

export const actionsOf = <Row>(actions: Action<Row>[], row: Row): Action<Row>[] =>
  actions.filter(({ isShown }) => !isShown || isShown(row));
