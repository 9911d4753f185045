import { Button, Center, Group, Stack, Text } from '@mantine/core';
import type { SecondFactorQuestion } from '@ostatok/api/contract/sign-in.ts';
import { Mark } from '@ostatok/kit/web/Mark.tsx';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { messageOf } from '../../lib/api.ts';
import { useTitle } from '../../lib/use-title.ts';
import { GuestPage } from '../../ui/GuestPage.tsx';
import { ConfirmByPassword } from './ConfirmByPassword.tsx';
import { asksForPassword, confirmEmail, questionIn } from './calls.ts';
import { Outcome } from './Outcome.tsx';
import { SecondStep } from './SecondStep.tsx';

const TO_DASHBOARD_AFTER_MS = 2000;

function InvalidLink() {
  return (
    <GuestPage title="Ссылка не подходит">
      <Stack>
        <Outcome>Недействительная ссылка для подтверждения email</Outcome>
        <Button component={Link} to="/login">
          Войти
        </Button>
        <Button component={Link} to="/register" variant="default">
          Зарегистрироваться
        </Button>
      </Stack>
    </GuestPage>
  );
}

function Failed({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <GuestPage title="Не получилось">
      <Stack>
        <Outcome>{messageOf(error, 'Ошибка подтверждения email')}</Outcome>
        <Text c="dimmed">Ссылка срабатывает один раз. Если вы уже открывали её, просто войдите.</Text>
        <Button onClick={onRetry}>Повторить</Button>
        <Button component={Link} to="/login" variant="default">
          Войти
        </Button>
      </Stack>
    </GuestPage>
  );
}

function Confirmation({ token }: { token: string }) {
  const navigate = useNavigate();
  const asked = useRef(false);
  const { mutate, isSuccess, error } = useMutation({ mutationFn: () => confirmEmail(token) });
  const [byPassword, setByPassword] = useState<'done' | SecondFactorQuestion | null>(null);
  const isConfirmed = isSuccess || byPassword === 'done';
  useEffect(() => {
    // A confirmation link works once, and effects may run twice.
    if (asked.current) return;
    asked.current = true;
    mutate();
  }, [mutate]);
  useEffect(() => {
    if (!isConfirmed) return;
    const timer = setTimeout(() => navigate('/dashboard', { replace: true }), TO_DASHBOARD_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isConfirmed, navigate]);
  const question = byPassword === 'done' ? null : (byPassword ?? questionIn(error));
  if (question) {
    return (
      <SecondStep
        lead="Email подтверждён. Чтобы войти, подтвердите, что это вы."
        question={question}
        rememberMe={false}
        onDone={() => navigate('/dashboard', { replace: true })}
        onCancel={() => navigate('/login', { replace: true })}
      />
    );
  }
  if (!isConfirmed && asksForPassword(error))
    return <ConfirmByPassword token={token} onDone={() => setByPassword('done')} onQuestion={setByPassword} />;
  if (!isConfirmed && error) return <Failed error={error} onRetry={mutate} />;
  return (
    <GuestPage title={isConfirmed ? 'Email подтверждён' : 'Подтверждаем email'}>
      <Stack role="status">
        <Center>
          <Mark size={72} fill={isConfirmed ? 1 : 0.7} />
        </Center>
        <Group justify="center">
          <Text>{isConfirmed ? 'Сейчас откроем ваши заведения.' : 'Это займёт пару секунд.'}</Text>
        </Group>
      </Stack>
    </GuestPage>
  );
}

export function VerifyEmail() {
  useTitle('Подтверждение email');
  const token = useSearchParams()[0].get('token');
  return token ? <Confirmation token={token} /> : <InvalidLink />;
}
