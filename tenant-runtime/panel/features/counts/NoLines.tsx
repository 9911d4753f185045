import { Button } from '@mantine/core';
import type { LinesView } from '../../counts/counts.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Shown when no line matches the filter; for the filter «not counted» this is the good result. */
export function NoLines({ view, onShowAll }: { view: LinesView; onShowAll: () => void }) {
  if (view.state === 'uncounted' && !view.search) {
    return <Notice title="Посчитано всё" text="Непосчитанных позиций не осталось" fill={1} />;
  }
  return (
    <Notice title="Ничего не нашлось" text="Под этот отбор не попала ни одна позиция" fill={0.1}>
      <Button variant="default" onClick={onShowAll}>
        Показать все позиции
      </Button>
    </Notice>
  );
}
