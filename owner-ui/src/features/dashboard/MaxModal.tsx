import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import type { VenueMax } from '@ostatok/api/contract/max.endpoints.ts';
import type { Tenant } from '@ostatok/api/contract/tenants.endpoints.ts';
import { quoted } from '@ostatok/kit/web/format.ts';
import { messageOf } from '../../lib/api.ts';
import { Notice } from '../../ui/Notice.tsx';
import { ConnectedMax } from './ConnectedMax.tsx';
import { useConnectMax, useMax } from './max-queries.ts';
import { OwnMaxBot } from './OwnMaxBot.tsx';

function ConnectShared({ tenantId }: { tenantId: string }) {
  const connect = useConnectMax(tenantId);
  return (
    <>
      <Text>
        Общий бот «Остатка» подключается сразу и без токена. Сотрудники открывают его по ссылке или QR-коду вашего
        заведения.
      </Text>
      <Button autoFocus loading={connect.isPending} onClick={() => connect.mutate({ shared: true })}>
        Подключить общего бота
      </Button>
    </>
  );
}

function NotConnected({ tenantId, sharedAvailable }: { tenantId: string } & Pick<VenueMax, 'sharedAvailable'>) {
  return (
    <>
      {sharedAvailable && <ConnectShared tenantId={tenantId} />}
      <OwnMaxBot tenantId={tenantId} isFirst={!sharedAvailable} submit="Подключить своего бота" />
    </>
  );
}

function Content({ tenant: { tenant_id: tenantId, web_url: webUrl } }: { tenant: Tenant }) {
  const { data: max, error, refetch } = useMax(tenantId);
  if (error && !max)
    return (
      <>
        <Notice kind="danger">{messageOf(error, 'Не удалось узнать, что с ботом в MAX')}</Notice>
        <Button onClick={() => void refetch()}>Повторить</Button>
      </>
    );
  if (!max) return <Skeleton height={192} />;
  const { bot, sharedAvailable } = max;
  if (!bot) return <NotConnected tenantId={tenantId} sharedAvailable={sharedAvailable} />;
  return <ConnectedMax tenantId={tenantId} bot={bot} sharedAvailable={sharedAvailable} webUrl={webUrl} />;
}

interface MaxModalProps {
  tenant: Tenant;
  name: string;
  opened: boolean;
  onClose: () => void;
}

/** Shows the tenant's bot in MAX, connects it and disconnects it. */
export function MaxModal({ tenant, name, opened, onClose }: MaxModalProps) {
  return (
    <Modal opened={opened} onClose={onClose} title={`MAX для ${quoted(name)}`} closeOnClickOutside={false}>
      <Stack>
        <Content tenant={tenant} />
      </Stack>
    </Modal>
  );
}
