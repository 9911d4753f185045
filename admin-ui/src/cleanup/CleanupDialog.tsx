import './cleanup.css';
import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import type { CleanupPlan, CleanupResult } from '@ostatok/api/contract/cleanup.endpoints.ts';
import type { CleanupAction } from '@ostatok/api/contract/cleanup.ts';
import type { Operation } from '@ostatok/api/contract/operations.endpoints.ts';
import { useCallback, useEffect, useId, useState } from 'react';
import { changed } from '../live/invalidation.ts';
import { confirm } from '../ui/confirm.tsx';
import { toastFailed, wordsOf } from '../ui/toasts.tsx';
import { CleanupProgress, CleanupResultLines } from './CleanupProgress.tsx';
import { PlanRows } from './PlanRows.tsx';
import { beginCleanup, readPlan } from './queries.ts';
import { cleanups } from './texts.ts';

const errorText = (error: unknown): string =>
  `Ошибка очистки: ${wordsOf(error) ?? (error instanceof Error ? error.message : String(error))}`;

/** Reads the plan that the server computes; `again` computes a new one. */
function usePlan(action: CleanupAction) {
  const [plan, setPlan] = useState<CleanupPlan>();
  const [problem, setProblem] = useState<string>();
  const again = useCallback(async () => {
    setPlan(undefined);
    setProblem(undefined);
    try {
      setPlan(await readPlan(action));
    } catch (error) {
      setProblem(errorText(error));
    }
  }, [action]);
  useEffect(() => void again(), [again]);
  return { plan, problem, again, setProblem };
}

/** Shows the plan with reasons, lets the administrator select from it and, after confirmation, shows the progress. */
export function CleanupDialog({ action, onClose }: { action: CleanupAction; onClose: () => void }) {
  const id = useId();
  const { label, count } = cleanups[action];
  const { plan, problem, again, setProblem } = usePlan(action);
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [isSending, setSending] = useState(false);
  const [operation, setOperation] = useState<Operation>();
  const [result, setResult] = useState<CleanupResult>();
  const keys = plan?.items.map(({ key }) => key).filter((key) => !leftOut.has(key)) ?? [];
  // The check of statuses runs even when the plan is empty.
  const canStart = Boolean(plan) && (keys.length > 0 || (!count && plan?.total === 0));

  async function start(): Promise<void> {
    if (!plan) return;
    const title = `${label}: очистить (${keys.length.toLocaleString('ru-RU')})?`;
    const text = 'То, что с тех пор изменилось, не тронем. Убранное хранится в карантине, откуда его можно вернуть.';
    const question = count
      ? { title, text, yes: 'Очистить', danger: true }
      : { title: 'Исправить статусы?', text: 'Статусы приводятся к тому, что есть на сервере.', yes: 'Исправить' };
    if (!(await confirm(question))) return;
    setSending(true);
    try {
      const answer = await beginCleanup(action, plan.id, leftOut.size > 0 ? keys : undefined);
      if (answer.operation) setOperation(answer.operation);
      else setResult(answer);
      changed('operations');
    } catch (error) {
      toastFailed(errorText(error));
      setProblem(errorText(error));
    } finally {
      setSending(false);
    }
  }

  return (
    <Dialog open onClose={onClose} aria-labelledby={id} maxWidth="md" fullWidth>
      <DialogTitle id={id}>{label}</DialogTitle>
      <DialogContent>
        {problem && (
          <p role="alert" className="problem">
            {problem}
          </p>
        )}
        {result ? (
          <CleanupResultLines result={result} />
        ) : operation ? (
          <CleanupProgress begun={operation} onLeave={onClose} />
        ) : plan ? (
          plan.total > 0 ? (
            <PlanRows items={plan.items} leftOut={leftOut} onChange={setLeftOut} />
          ) : (
            <p>{count ? 'Очищать нечего' : 'Расхождений не найдено'}</p>
          )
        ) : (
          !problem && <p aria-busy="true">Составляем план…</p>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {operation || result ? 'Закрыть' : 'Отмена'}
        </Button>
        {problem && <Button onClick={() => void again()}>Составить план заново</Button>}
        {!operation && !result && !problem && (
          <Button
            variant="contained"
            color={count ? 'error' : 'primary'}
            disabled={!canStart || isSending}
            onClick={() => void start()}
          >
            {count ? 'Очистить' : 'Исправить'}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
