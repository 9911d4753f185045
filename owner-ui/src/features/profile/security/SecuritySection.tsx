import { Stack } from '@mantine/core';
import type { NewCodes, TotpOffer, User } from '@ostatok/api/contract/account.endpoints.ts';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Section } from '../../../ui/Section.tsx';
import { VerifyBanner } from '../../../ui/VerifyBanner.tsx';
import { CodesModal } from './CodesModal.tsx';
import { type Act, Confirmation } from './Confirmation.tsx';
import { useSecurity, useSecurityChanged } from './calls.ts';
import { FactorList } from './FactorList.tsx';
import { NotYet } from './NotYet.tsx';
import { OpenSessions } from './OpenSessions.tsx';
import { TotpModal } from './TotpModal.tsx';

/** The anchor to which an administrator is redirected who must set up a second factor. */
const SECURITY = 'security';
const TITLE = 'Безопасность';

/** Sets up the second factor and lists the open sessions. */
export function SecuritySection({ user }: { user: User }) {
  const { data: security, error, isFetching, refetch } = useSecurity();
  const changed = useSecurityChanged();
  const [act, setAct] = useState<Act | null>(null);
  const [offer, setOffer] = useState<TotpOffer | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  if (!security) {
    return (
      <Section id={SECURITY} title={TITLE}>
        <NotYet error={error} isPending={isFetching} onRetry={() => void refetch()} />
      </Section>
    );
  }

  const { totp, passkeys, required, weakPassword, hasPassword } = security;
  const isOn = totp !== null || passkeys.length > 0;

  async function done(text: string, { recoveryCodes }: NewCodes = {}): Promise<void> {
    notify.success(text);
    setOffer(null);
    if (recoveryCodes) setCodes(recoveryCodes);
    await changed();
  }

  return (
    <>
      <Section id={SECURITY} title={TITLE} lead="Второй шаг входа защищает аккаунт, даже если пароль узнали.">
        {!user.email_verified && (
          <VerifyBanner email={user.email}>
            Второй шаг включается после этого: откройте ссылку, которую мы отправили на {user.email}.
          </VerifyBanner>
        )}
        {required && (
          <Stack gap="xs">
            {!isOn && (
              <Notice kind="warning">Администратору нужен второй шаг: без него остальные разделы закрыты.</Notice>
            )}
            {weakPassword && <Notice kind="warning">Пароль слабый: задайте другой, не короче 12 символов.</Notice>}
          </Stack>
        )}
        <FactorList user={user} security={security} onAct={setAct} onOffer={setOffer} onDone={done} />
      </Section>
      <Section title="Где вы вошли">
        <OpenSessions />
      </Section>
      <Confirmation act={act} hasPassword={hasPassword} onClose={() => setAct(null)} />
      <TotpModal offer={offer} onClose={() => setOffer(null)} onDone={(made) => done('Вход с кодом включён', made)} />
      <CodesModal codes={codes} onClose={() => setCodes(null)} />
    </>
  );
}
