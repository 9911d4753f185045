import { useMemo, useState } from 'react';
import { existing, nothingSelected } from '../../stock/selection.ts';
import { useStock } from '../../workspace/workspace.ts';

/** The selected rows, without deleted items. */
export function useSelection() {
  const { byId } = useStock();
  const [kept, setSelection] = useState(nothingSelected);
  const [selecting, setSelecting] = useState(false);
  const selection = useMemo(() => existing(kept, byId), [kept, byId]);
  return {
    selection,
    setSelection,
    selecting,
    toggleSelecting: () => {
      setSelecting(!selecting);
      setSelection(nothingSelected);
    },
    items: useMemo(
      () => [...selection.ids].map((id) => byId.get(id)).filter((item) => item !== undefined),
      [selection, byId],
    ),
  };
}
