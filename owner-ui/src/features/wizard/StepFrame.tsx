import { Button, Group, Text, Title } from '@mantine/core';
import { type FormEventHandler, type ReactNode, type RefObject, useEffect, useId, useRef } from 'react';
import classes from './StepFrame.module.css';
import { type Step, stepTitles } from './wizard-state.ts';

interface StepFrameProps {
  step: Step;
  title: string;
  lead?: ReactNode;
  children: ReactNode;
  form?: { ref?: RefObject<HTMLFormElement | null>; onSubmit: FormEventHandler<HTMLFormElement>; noValidate?: boolean };
  next?: ReactNode;
  onBack?: () => void;
}

const STEPS = Object.keys(stepTitles).length;

function Progress({ step }: { step: Step }) {
  return (
    <>
      <div className={classes.progress} aria-hidden>
        {Object.keys(stepTitles).map((key) => (
          <span key={key} data-reached={Number(key) <= step || undefined} />
        ))}
      </div>
      <Text c="dimmed" fz="sm" fw={600}>
        Шаг {step} из {STEPS} · {stepTitles[step]}
      </Text>
    </>
  );
}

/** One step. When it appears it focuses the first field to be filled in, or its heading if there is none. */
export function StepFrame({ step, title, lead, children, form, next, onBack }: StepFrameProps) {
  const ref = useRef<HTMLElement>(null);
  const heading = useId();
  useEffect(() => {
    const target =
      ref.current?.querySelector<HTMLElement>('input:not([type=radio])') ??
      ref.current?.querySelector<HTMLElement>('h1');
    target?.focus();
  }, []);
  const body = (
    <>
      <div className={classes.body}>{children}</div>
      {(next || onBack) && (
        <Group justify="space-between" mt="xl" className={classes.actions}>
          {onBack ? (
            <Button variant="default" onClick={onBack}>
              Назад
            </Button>
          ) : (
            <span />
          )}
          {next}
        </Group>
      )}
    </>
  );
  return (
    <section ref={ref} aria-labelledby={heading} className={classes.step}>
      <Progress step={step} />
      <Title order={1} id={heading} tabIndex={-1} mt="xs" className={classes.title}>
        {title}
      </Title>
      {lead && (
        <Text c="dimmed" mt="xs">
          {lead}
        </Text>
      )}
      {form ? <form {...form}>{body}</form> : body}
    </section>
  );
}
