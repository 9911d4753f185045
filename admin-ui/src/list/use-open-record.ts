import { useCallback } from 'react';
import { useLocation, useNavigate } from 'react-router';
import type { RowId } from './types.ts';

interface OpenRecordOptions<Row> {
  /** The list's path; a record's path adds its id. */
  base: string;
  /** Whether records are shown beside the list. */
  isBeside: boolean;
  /** The path of the row's own page, which replaces the record beside the list. */
  addressOf: ((row: Row) => string) | undefined;
}

/** The record that the address opens beside the list. */
export function useOpenRecord<Row extends { id: RowId }>({ base, isBeside, addressOf }: OpenRecordOptions<Row>) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const openId = pathname.startsWith(`${base}/`) ? decodeURIComponent(pathname.slice(base.length + 1)) : undefined;
  const open = useCallback(
    (row: Row) => {
      if (addressOf) navigate(addressOf(row));
      else if (isBeside)
        navigate(`${base}/${encodeURIComponent(row.id)}${window.location.search}`, { replace: openId !== undefined });
    },
    [isBeside, addressOf, navigate, base, openId],
  );
  const close = () => navigate(`${base}${window.location.search}`);
  return { openId, open, close };
}
export type OpenRecord<Row extends { id: RowId }> = ReturnType<typeof useOpenRecord<Row>>;
