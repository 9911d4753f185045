import { Alert, Button, Modal, Stack, Text } from '@mantine/core';
import { plural } from '@ostatok/kit/web/format.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import type { CountDetails } from '@ostatok/tenant-runtime/contract/counts.endpoints.ts';
import type { CloseCount } from '@ostatok/tenant-runtime/contract/counts.ts';
import { useState } from 'react';
import { useAllLines, useCount } from '../../counts/counts.ts';
import { ListSkeleton } from '../../ui/ListSkeleton.tsx';
import { useQueuedEntries } from '../../workspace/workspace.ts';
import classes from './Counts.module.css';
import { byMoney, DifferenceList } from './DifferenceList.tsx';

const TOP = 10;
type Uncounted = CloseCount['uncounted'];

/** Explains before the count is closed what closing it will do. */
function consequence({ spot, coverage }: CountDetails, uncounted: Uncounted | null): string {
  if (spot) return 'Это проверка: остаток не изменится, расхождения останутся в истории.';
  const left = coverage.lines - coverage.counted;
  const changed = 'Остаток посчитанных позиций станет таким, как посчитали, с поправкой на движение после подсчёта.';
  if (left === 0) return `${changed} Подсчёт закроется для записей.`;
  const words = `${left.toLocaleString('ru-RU')} ${plural(left, ['непосчитанной', 'непосчитанных', 'непосчитанных'])}`;
  if (uncounted === 'zero') return `${changed} У ${words} остаток станет нулём.`;
  return uncounted === 'keep' ? `${changed} У ${words} остаток не изменится.` : changed;
}

function Choice({ value, onChange }: { value: Uncounted | null; onChange: (value: Uncounted) => void }) {
  const options = [
    ['keep', 'Оставить как есть'],
    ['zero', 'Считать нулём'],
  ] as const;
  return (
    <fieldset className={classes.field}>
      <legend>Непосчитанные позиции</legend>
      {options.map(([option, label]) => (
        <label key={option} className={classes.radio}>
          <input type="radio" name="uncounted" checked={value === option} onChange={() => onChange(option)} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}

interface CloseDialogProps {
  count: CountDetails;
  busy: boolean;
  onSubmit: (uncounted: Uncounted) => void;
  onClose: () => void;
}

export function CloseDialog({ count, busy, onSubmit, onClose }: CloseDialogProps) {
  const { data: lines } = useAllLines(count.id, { state: 'differs' });
  const waiting = useQueuedEntries().filter(({ countId }) => countId === count.id).length;
  const [uncounted, setUncounted] = useState<Uncounted | null>(null);
  const { coverage } = count;
  // the server sends no news of the chat's questions
  const { unanswered = [] } = useCount(count.id, { fresh: true }).data ?? count;
  const left = coverage.lines - coverage.counted;
  const undone = count.areas.filter(({ done }) => !done);
  // When nothing is left uncounted both answers mean the same.
  const answer = left === 0 ? 'keep' : uncounted;
  return (
    <Modal opened onClose={onClose} size="lg" title="Закрыть подсчёт">
      <Stack>
        <div className={classes.coverage}>
          <Mark size={56} fill={coverage.lines === 0 ? 0 : coverage.counted / coverage.lines} />
          <div>
            <b>
              Посчитано {coverage.counted.toLocaleString('ru-RU')} из {coverage.lines.toLocaleString('ru-RU')}
            </b>
            {coverage.recount > 0 && <div>Ждут пересчёта: {coverage.recount}</div>}
            {undone.length > 0 && <div>Не готовы зоны: {undone.map(({ name }) => name).join(', ')}</div>}
          </div>
        </div>
        {waiting > 0 && (
          <Alert color="amber" variant="light" role="alert">
            Здесь ещё {waiting}{' '}
            {plural(waiting, ['запись не отправлена', 'записи не отправлены', 'записей не отправлено'])}. После закрытия
            их не примут
          </Alert>
        )}
        {unanswered.length > 0 && (
          <Alert color="amber" variant="light" role="alert" title="В чате ещё не ответили, что считать">
            <div className={classes.asked}>
              {unanswered
                .slice(0, TOP)
                .map(({ user, name }) => `${user}: «${name}»`)
                .join('\n')}
            </div>
            {unanswered.length > TOP && <div>и ещё {unanswered.length - TOP}</div>}
            После закрытия ответов не примут
          </Alert>
        )}
        {!lines && <ListSkeleton rows={3} />}
        {lines && lines.length === 0 && <Text>Расхождений нет</Text>}
        {lines && lines.length > 0 && (
          <section aria-label="Самые большие расхождения">
            <h3 className={classes.heading}>
              Расходится {lines.length.toLocaleString('ru-RU')}{' '}
              {plural(lines.length, ['позиция', 'позиции', 'позиций'])}
            </h3>
            <DifferenceList lines={[...lines].sort(byMoney).slice(0, TOP)} />
            {lines.length > TOP && <p className={classes.dim}>Показаны {TOP} самых дорогих</p>}
          </section>
        )}
        <div className={classes.decision}>
          {left > 0 && <Choice value={uncounted} onChange={setUncounted} />}
          <Text data-testid="consequence">{consequence(count, answer)}</Text>
          <Button px={0} disabled={answer === null} loading={busy} onClick={() => answer && onSubmit(answer)}>
            {answer === null ? 'Выберите, что с непосчитанными' : 'Закрыть подсчёт'}
          </Button>
        </div>
      </Stack>
    </Modal>
  );
}
