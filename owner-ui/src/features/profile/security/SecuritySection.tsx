import { Button, Stack, Text } from '@mantine/core';
import type { User } from '@ostatok/api/contract/auth.ts';
import type { Passkey, TotpOffer } from '@ostatok/api/contract/sign-in.ts';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Section } from '../../../ui/Section.tsx';
import { VerifyBanner } from '../../../ui/VerifyBanner.tsx';
import { CodesModal } from './CodesModal.tsx';
import { type Act, Confirmation } from './Confirmation.tsx';
import {
  addPasskey,
  type NewCodes,
  offerTotp,
  removePasskey,
  removeTotp,
  renewCodes,
  useSecurity,
  useSecurityChanged,
} from './calls.ts';
import { NotYet } from './NotYet.tsx';
import { OpenSessions } from './OpenSessions.tsx';
import classes from './Security.module.css';
import { TotpModal } from './TotpModal.tsx';

/** The anchor to which an administrator is redirected who must set up a second factor. */
const SECURITY = 'security';
const TITLE = 'Безопасность';

interface RowProps {
  title: string;
  text: string;
  button: string;
  disabled?: boolean;
  onClick: () => void;
}

function Row({ title, text, button, disabled, onClick }: RowProps) {
  return (
    <li className={classes.row}>
      <div className={classes.what}>
        <Text fw={600}>{title}</Text>
        <Text c="dimmed" size="sm">
          {text}
        </Text>
      </div>
      <Button variant="default" size="sm" aria-label={`${button}: ${title}`} disabled={disabled} onClick={onClick}>
        {button}
      </Button>
    </li>
  );
}

const day = (at: string): string => new Date(at).toLocaleDateString('ru-RU');
const keyText = ({ created_at, used_at }: Passkey): string =>
  `Ключ доступа, добавлен ${day(created_at)}${used_at ? `, вход ${day(used_at)}` : ''}`;

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

  const { totp, passkeys, passkeysOffered, recoveryCodesLeft, required, weakPassword, hasPassword } = security;
  const isOn = totp !== null || passkeys.length > 0;

  async function done(text: string, { recoveryCodes }: NewCodes = {}): Promise<void> {
    notify.success(text);
    setOffer(null);
    if (recoveryCodes) setCodes(recoveryCodes);
    await changed();
  }

  const turnOn: Act = {
    title: 'Включить вход с кодом',
    button: 'Продолжить',
    run: async (confirmed) => setOffer(await offerTotp(confirmed)),
  };
  const turnOff: Act = {
    title: 'Выключить вход с кодом?',
    text: 'Войти можно будет без кода из приложения.',
    button: 'Выключить',
    danger: true,
    run: async (confirmed) => {
      await removeTotp(confirmed);
      await done('Вход с кодом выключен');
    },
  };
  const add: Act = {
    title: 'Добавить ключ доступа',
    text: 'Браузер предложит отпечаток, лицо, PIN или ключ USB.',
    button: 'Продолжить',
    asksName: true,
    run: async (confirmed, name) => done('Ключ доступа добавлен', await addPasskey(name, confirmed)),
  };
  const renew: Act = {
    title: 'Создать новые резервные коды?',
    text: 'Прежние перестанут действовать.',
    button: 'Создать',
    run: async (confirmed) => done('Коды созданы', await renewCodes(confirmed)),
  };
  const removal = (id: string, name: string): Act => ({
    title: `Удалить ключ «${name}»?`,
    button: 'Удалить',
    danger: true,
    run: async (confirmed) => {
      await removePasskey(id, confirmed);
      await done('Ключ удалён');
    },
  });

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
        <ul className={classes.list}>
          <Row
            title="Код из приложения"
            text={totp ? `Включён ${day(totp)}` : 'Шесть цифр с телефона при каждом входе'}
            button={totp ? 'Выключить' : 'Включить'}
            disabled={!totp && !user.email_verified}
            onClick={() => setAct(totp ? turnOff : turnOn)}
          />
          {passkeys.map((key) => (
            <Row
              key={key.id}
              title={key.name}
              text={keyText(key)}
              button="Удалить"
              onClick={() => setAct(removal(key.id, key.name))}
            />
          ))}
          {passkeysOffered && (
            <Row
              title="Ключ доступа"
              text="Отпечаток, лицо, PIN или ключ USB вместо кода"
              button="Добавить"
              disabled={!user.email_verified}
              onClick={() => setAct(add)}
            />
          )}
          {isOn && (
            <Row
              title="Резервные коды"
              text={`Осталось: ${recoveryCodesLeft}`}
              button="Создать новые"
              onClick={() => setAct(renew)}
            />
          )}
        </ul>
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
