import { Button, Text } from '@mantine/core';
import type { Passkey, Security, User } from '@ostatok/api/contract/account.endpoints.ts';
import type { Act } from './Confirmation.tsx';
import { type FactorActsOptions, factorActs } from './factor-acts.ts';
import classes from './Security.module.css';

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

interface FactorListProps extends FactorActsOptions {
  user: User;
  security: Security;
  onAct: (act: Act) => void;
}

/** Lists the second factors: the code from an app, passkeys and recovery codes. */
export function FactorList({ user, security, onAct, ...options }: FactorListProps) {
  const { totp, passkeys, passkeysOffered, recoveryCodesLeft } = security;
  const isOn = totp !== null || passkeys.length > 0;
  const acts = factorActs(options);
  return (
    <ul className={classes.list}>
      <Row
        title="Код из приложения"
        text={totp ? `Включён ${day(totp)}` : 'Шесть цифр с телефона при каждом входе'}
        button={totp ? 'Выключить' : 'Включить'}
        disabled={!totp && !user.email_verified}
        onClick={() => onAct(totp ? acts.turnOff : acts.turnOn)}
      />
      {passkeys.map((key) => (
        <Row
          key={key.id}
          title={key.name}
          text={keyText(key)}
          button="Удалить"
          onClick={() => onAct(acts.removal(key.id, key.name))}
        />
      ))}
      {passkeysOffered && (
        <Row
          title="Ключ доступа"
          text="Отпечаток, лицо, PIN или ключ USB вместо кода"
          button="Добавить"
          disabled={!user.email_verified}
          onClick={() => onAct(acts.add)}
        />
      )}
      {isOn && (
        <Row
          title="Резервные коды"
          text={`Осталось: ${recoveryCodesLeft}`}
          button="Создать новые"
          onClick={() => onAct(acts.renew)}
        />
      )}
    </ul>
  );
}
