import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import type { CreateTenantAnswer } from '@ostatok/api/contract/provisioning.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { Send } from 'lucide-react';
import { Link } from 'react-router';
import { botLink } from '../../lib/bot-link.ts';
import { usePublicConfig } from '../../lib/public-config.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { Notice } from '../../ui/Notice.tsx';
import classes from './StepFrame.module.css';
import { StepFrame } from './StepFrame.tsx';

interface LinkProps {
  link: string;
  messenger: string;
  button: string;
}

/** The link that connects the administrator's messenger. */
function AdministratorLink({ link, messenger, button }: LinkProps) {
  return (
    <>
      <Text>
        Подключите свой {messenger}: по этой ссылке бот узнает администратора. Она действует сутки и один раз.
      </Text>
      <Button component="a" href={link} target="_blank" rel="noreferrer" leftSection={<Send size={18} aria-hidden />}>
        {button}
      </Button>
      <CopyField label={`Ссылка для ${messenger}`} value={link} />
    </>
  );
}

/** Says how the administrator begins to write to the bot. */
function FirstWords({ result: { tenant, telegramLink, maxLink } }: { result: CreateTenantAnswer }) {
  if (telegramLink) return <AdministratorLink link={telegramLink} messenger="Telegram" button="Подключить Telegram" />;
  if (maxLink) return <AdministratorLink link={maxLink} messenger="MAX" button="Открыть бота в MAX" />;
  if (tenant.bot_username) return <Text>Ссылка для Telegram — в панели: меню с именем → «Подключить Telegram».</Text>;
  if (tenant.max) return <Text>Ссылка для MAX — в панели: меню с именем → «Подключить MAX».</Text>;
  return (
    <Text>
      Считать можно сразу: откройте панель, раздел «Чат», и напишите «Джемесон +0,7». На телефоне тот же чат — в
      приложении «Сканер». Telegram и MAX подключаются потом, на странице заведений.
    </Text>
  );
}

export function DoneStep({ result }: { result: CreateTenantAnswer }) {
  const { tenant, adminCredentials } = result;
  const sandbox = usePublicConfig()?.sandbox.chat;
  return (
    <StepFrame step={6} title="Заведение работает!" lead={`${quoted(tenant.display_name)} готово к подсчёту.`}>
      <Stack>
        <FirstWords result={result} />
        <CopyField label="Адрес панели" value={tenant.web_url} />
        <CopyField label="Логин" value={adminCredentials.username} />
        <CopyField label="Пароль" value={adminCredentials.password} />
        <Notice kind="warning">
          Сохраните пароль: больше мы его не покажем. Новый можно задать на странице заведений.
        </Notice>
        <Group mt="sm" className={classes.onward}>
          <Button component="a" href={tenant.web_url} target="_blank" rel="noreferrer">
            Открыть панель
          </Button>
          <Button component={Link} to="/dashboard" variant="default">
            К моим заведениям
          </Button>
        </Group>
        {tenant.bot_username && (
          <Text c="dimmed">
            Сотрудники пишут боту{' '}
            <Anchor href={botLink(tenant.bot_username, sandbox)} target="_blank" rel="noreferrer" underline="always">
              @{tenant.bot_username}
            </Anchor>
          </Text>
        )}
        {tenant.max && (
          <Text c="dimmed">Сотрудники пишут боту в MAX: ссылка и QR-код для них — на странице заведений.</Text>
        )}
      </Stack>
    </StepFrame>
  );
}
