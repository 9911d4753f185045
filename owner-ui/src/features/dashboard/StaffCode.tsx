import { Button, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { quoted } from '@ostatok/kit/web/format.ts';
import { QrCode as QrIcon } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { CopyField } from '../../ui/CopyField.tsx';
import classes from './TenantCard.module.css';

const QrCode = lazy(async () => ({ default: (await import('@ostatok/kit/web/QrCode.tsx')).QrCode }));

/** Shows how staff get access: they open the bot by this link, and the administrator admits them. */
export function StaffCode({ name, link }: { name: string; link: string }) {
  const [opened, setOpened] = useState(false);
  const address = new URL(link, window.location.origin).href;
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
          <div className={classes.qr}>
            <Suspense fallback={<Skeleton width={240} height={240} />}>
              <QrCode value={address} title={`QR-код бота: ${name}`} />
            </Suspense>
          </div>
          <CopyField label="Ссылка на бота" value={address} />
        </Stack>
      </Modal>
    </>
  );
}
