import { Stack, Title } from '@mantine/core';
import { useFreshUser } from '../../lib/fresh-user.ts';
import { useSession } from '../../lib/session.ts';
import { useTitle } from '../../lib/use-title.ts';
import { AppShell } from '../../ui/AppShell.tsx';
import { Section } from '../../ui/Section.tsx';
import { AccountFacts } from './AccountFacts.tsx';
import { DataSection } from './DataSection.tsx';
import { PasswordForm, SetPassword } from './PasswordForm.tsx';
import { PersonForm } from './PersonForm.tsx';
import { SecuritySection } from './security/SecuritySection.tsx';

export function Profile() {
  useTitle('Профиль');
  useFreshUser();
  const user = useSession()?.user;
  if (!user) return null;
  return (
    <AppShell size="md">
      <Title order={1} mb="lg">
        Профиль
      </Title>
      <Stack gap="lg">
        <Section title="Личные данные">
          <PersonForm user={user} />
        </Section>
        <Section title={user.has_password === false ? 'Пароль' : 'Смена пароля'}>
          {user.has_password === false ? <SetPassword email={user.email} /> : <PasswordForm email={user.email} />}
        </Section>
        <SecuritySection user={user} />
        <Section title="Аккаунт">
          <AccountFacts user={user} />
        </Section>
        <DataSection />
      </Stack>
    </AppShell>
  );
}
