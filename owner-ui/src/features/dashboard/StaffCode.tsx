import { Button, Modal, SegmentedControl, Skeleton, Stack, Text } from '@mantine/core';
import { quoted } from '@ostatok/kit/web/format.ts';
import { QrCode as QrIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CopyField } from '../../ui/CopyField.tsx';
import classes from './TenantCard.module.css';

const QrCode = lazy(async () => ({ default: (await import('@ostatok/kit/web/QrCode.tsx')).QrCode }));

export interface StaffLink {
  messenger: 'Telegram' | 'MAX';
  link: string;
}

function Code({ name, messenger, link }: { name: string } & StaffLink) {
  const address = new URL(link, window.location.origin).href;
  const where = messenger === 'MAX' ? ' в MAX' : '';
  return (
    <>
      <div className={classes.qr}>
        <Suspense fallback={<Skeleton width={240} height={240} />}>
          <QrCode value={address} title={`QR-код бота${where}: ${name}`} />
        </Suspense>
      </div>
      <CopyField label={`Ссылка на бота${where}`} value={address} />
    </>
  );
}

/** Shows how staff get access: they open the bot by this link, and the administrator admits them. */
export function StaffCode({ name, links }: { name: string; links: StaffLink[] }) {
  const [opened, setOpened] = useState(false);
  const [messenger, setMessenger] = useState<string>();
  const shown = links.find((one) => one.messenger === messenger) ?? links[0];
  return (
    <>
      <Button variant="default" leftSection={<QrIcon size={20} aria-hidden />} onClick={() => setOpened(true)}>
        QR для сотрудников
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={`Сотрудникам ${quoted(name)}`}>
        <Stack>
          <Text>
            Сотрудник наводит камеру телефона, открывает чат с ботом и нажимает «Запустить». Администратор впускает его
            в панели, в разделе «Люди».
          </Text>
          {links.length > 1 && (
            <SegmentedControl
              aria-label="Мессенджер"
              data={links.map((one) => one.messenger)}
              value={shown?.messenger}
              onChange={setMessenger}
            />
          )}
          {shown && <Code key={shown.messenger} name={name} {...shown} />}
        </Stack>
      </Modal>
    </>
  );
}
