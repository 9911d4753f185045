import { Button, Stack, Text } from '@mantine/core';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { Link } from 'react-router';
import { nameOf } from '../../lib/my-tenants.ts';
import { CopyField } from '../../ui/CopyField.tsx';
import { StepFrame } from './StepFrame.tsx';
import type { Draft } from './wizard-state.ts';

/** The end of an order whose answer was lost: the venue is there, or will be soon. */
export function OrderedStep({ tenant, draft }: { tenant: Tenant; draft: Draft }) {
  return (
    <StepFrame
      step={6}
      title={tenant.status === 'active' ? 'Заведение работает!' : 'Заведение создаётся'}
      lead={`Ответ задержался, но заказ принят: ${quoted(nameOf(tenant))} — в списке заведений.`}
    >
      <Stack>
        <CopyField label="Адрес панели" value={tenant.web_url} />
        <CopyField label="Логин" value={draft.adminUsername} />
        <Text>
          {draft.adminPassword
            ? 'Пароль — тот, что вы задали.'
            : 'Пароль задайте в списке заведений кнопкой «Сбросить пароль».'}
        </Text>
        <Button component={Link} to="/dashboard">
          К моим заведениям
        </Button>
      </Stack>
    </StepFrame>
  );
}
