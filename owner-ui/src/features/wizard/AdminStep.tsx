import { Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { createTenantSchema } from '@ostatok/api/contract/provision.ts';
import { useForm } from '@ostatok/kit/web/use-mantine-form.ts';
import { type ChangeEvent, useState } from 'react';
import classes from './AdminStep.module.css';
import { StepFrame } from './StepFrame.tsx';
import type { Draft } from './wizard-state.ts';

interface StepProps {
  draft: Draft;
  onNext: (fields: Partial<Draft>) => void;
  onBack: () => void;
}

const NO_AT = 'Вводите username БЕЗ знака @';
const schema = createTenantSchema.pick(['adminUsername', 'adminPassword']);

export function AdminStep({ draft, onNext, onBack }: StepProps) {
  const [shakes, setShakes] = useState(0);
  const { formik, bind, form } = useForm({
    schema,
    initialValues: { adminUsername: draft.adminUsername, adminPassword: draft.adminPassword },
    onSubmit: (values) => onNext(values),
  });
  const username = bind('adminUsername');

  function typeUsername(event: ChangeEvent<HTMLInputElement>) {
    const typed = event.currentTarget.value;
    username.onChange(event);
    if (!typed.includes('@')) return;
    formik.setFieldError('adminUsername', NO_AT);
    setShakes((count) => count + 1);
  }

  function submit(event: { preventDefault: () => void }) {
    if (username.value.includes('@')) setShakes((count) => count + 1);
    return form.onSubmit(event);
  }

  return (
    <StepFrame
      step={3}
      title="Кто будет администратором?"
      lead="Он войдёт в панель заведения, пригласит сотрудников и загрузит список позиций."
      form={{ ...form, onSubmit: submit }}
      onBack={onBack}
      next={<Button type="submit">Продолжить</Button>}
    >
      <Stack gap="lg">
        {/* Alternating class names restart the animation without remounting the field. */}
        <div className={shakes === 0 ? undefined : shakes % 2 ? classes.shake : classes.shakeAgain}>
          <TextInput
            label="Логин администратора"
            description={
              draft.chat === 'telegram'
                ? 'Удобно взять username из Telegram, без знака @'
                : 'Латинские буквы, цифры, точка, дефис и подчёркивание'
            }
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            {...username}
            onChange={typeUsername}
          />
        </div>
        <PasswordInput
          label="Пароль"
          description="Необязательно, не короче 6 символов. Оставьте пустым — создадим надёжный"
          autoComplete="new-password"
          {...bind('adminPassword')}
        />
      </Stack>
    </StepFrame>
  );
}
