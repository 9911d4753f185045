import { NativeSelect, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { CountDetails, CountLine } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import { Search } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import type { LinesView } from '../../counts/counts.ts';
import { useSlash } from '../../keyboard/use-slash.ts';
import { Choice } from '../../ui/Choice.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';
import { EntriesPanel } from './EntriesPanel.tsx';
import { LinesTable } from './LinesTable.tsx';
import { QueuedNotice } from './QueuedNotice.tsx';

type StateFilter = NonNullable<LinesView['state']> | 'all';

const filters = (count: CountDetails): { value: StateFilter; label: string; count?: number }[] => {
  const { lines, counted, recount } = count.coverage;
  return [
    { value: 'all', label: 'Все', count: lines },
    { value: 'uncounted', label: 'Не посчитаны', count: lines - counted },
    { value: 'counted', label: 'Посчитаны', count: counted },
    ...(recount > 0 && count.status === 'open'
      ? [{ value: 'recount' as const, label: 'Пересчитать', count: recount }]
      : []),
    ...(count.hidden ? [] : [{ value: 'differs' as const, label: 'Расходятся' }]),
  ];
};

/** The chosen area, kept while the page is open; at first it is the user's own area. */
function useArea(count: CountDetails) {
  const { user } = useWorkspace();
  const [chosen, setChosen] = useState<number | null | undefined>(undefined);
  const own = count.areas.find((area) => area.user?.id === user.id && !area.done)?.id ?? null;
  return [chosen === undefined ? own : chosen, setChosen] as const;
}

/** The lines under a filter; a line opens the entries made for it. */
export function CountLines({ count }: { count: CountDetails }) {
  const [state, setState] = useState<StateFilter>(count.status === 'closed' && !count.hidden ? 'differs' : 'all');
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), 120);
  const [areaId, setArea] = useArea(count);
  const [shown, setShown] = useState<CountLine | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const lines = useRef<HTMLDivElement>(null);
  useSlash(field);
  const onEntries = useCallback((line: CountLine) => setShown(line), []);
  const view: LinesView = {
    ...(state === 'all' ? {} : { state }),
    ...(search ? { search } : {}),
    ...(areaId !== null && count.status === 'open' ? { walk: areaId } : {}),
  };
  return (
    <div ref={lines} className={classes.counting}>
      <div className={classes.toolbar}>
        <TextInput
          ref={field}
          className={classes.search}
          aria-label="Найти позицию в подсчёте"
          placeholder="Найти позицию"
          leftSection={<Search size={20} aria-hidden />}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            lines.current?.querySelector<HTMLInputElement>('[data-line="0"]')?.focus();
          }}
        />
        {count.status === 'open' && count.areas.length > 0 && (
          <NativeSelect
            size="md"
            aria-label="Где считаю"
            value={String(areaId ?? '')}
            onChange={({ currentTarget: { value } }) => setArea(value === '' ? null : Number(value))}
            data={[
              { value: '', label: 'Без зоны' },
              ...count.areas.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
          />
        )}
      </div>
      <Choice label="Какие позиции показать" value={state} options={filters(count)} onChange={setState} />
      <QueuedNotice countId={count.id} />
      <LinesTable
        count={count}
        view={view}
        areaId={areaId}
        onEntries={onEntries}
        onShowAll={() => {
          setState('all');
          setText('');
        }}
      />
      {shown && <EntriesPanel count={count} line={shown} onClose={() => setShown(null)} />}
    </div>
  );
}
