import { Text } from '@mantine/core';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useEffect, useState } from 'react';
import classes from './ProvisioningStep.module.css';
import { StepFrame } from './StepFrame.tsx';
import { progressAt } from './wizard-state.ts';

function useElapsed(): number {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const startedAt = Date.now();
    const timer = setInterval(() => setElapsed(Date.now() - startedAt), 250);
    return () => clearInterval(timer);
  }, []);
  return elapsed;
}

/** The logo's level rises while the server works; only its response ends this step. */
export function ProvisioningStep() {
  const { percent, message } = progressAt(useElapsed());
  return (
    <StepFrame step={5} title="Создаём заведение" lead="Обычно это занимает около минуты. Не закрывайте страницу.">
      <div className={classes.progress}>
        <Mark size={144} fill={percent / 100} />
        <div
          role="progressbar"
          aria-label="Создание заведения"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
          className={classes.percent}
        >
          {percent} %
        </div>
        <Text role="status" c="dimmed">
          {message}
        </Text>
      </div>
    </StepFrame>
  );
}
