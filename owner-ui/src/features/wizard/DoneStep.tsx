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

export function DoneStep({ result: { tenant, adminCredentials, telegramLink } }: { result: CreateTenantAnswer }) {
  const sandbox = usePublicConfig()?.sandbox.chat;
  return (
    <StepFrame step={6} title="Заведение работает!" lead={`${quoted(tenant.display_name)} готово к подсчёту.`}>
      <Stack>
        {telegramLink ? (
          <>
            <Text>
              Подключите свой Telegram: по этой ссылке бот узнает администратора. Она действует сутки и один раз.
            </Text>
            <Button
              component="a"
              href={telegramLink}
              target="_blank"
              rel="noreferrer"
              leftSection={<Send size={18} aria-hidden />}
            >
              Подключить Telegram
            </Button>
            <CopyField label="Ссылка для Telegram" value={telegramLink} />
          </>
        ) : tenant.bot_username === null ? (
          <Text>
            Считать можно сразу: откройте панель, раздел «Чат», и напишите «Джемесон +0,7». На телефоне тот же чат — в
            приложении «Сканер». Telegram подключается потом, на странице заведений.
          </Text>
        ) : (
          <Text>Ссылка для Telegram — в панели: меню с именем → «Подключить Telegram».</Text>
        )}
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
      </Stack>
    </StepFrame>
  );
}
