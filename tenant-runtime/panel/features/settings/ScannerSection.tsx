import { Anchor, Button, Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { NotForSupport } from '../../workspace/NotForSupport.tsx';
import { useWorkspace } from '../../workspace/workspace.ts';
import { Section } from './Section.tsx';
import classes from './Settings.module.css';
import { useSignInCode } from './use-sign-in-code.ts';

const QrCode = lazy(async () => ({ default: (await import('@ostatok/kit/web/QrCode.tsx')).QrCode }));

/** Shows a code that signs in the phone which reads it as this same user. */
export function ScannerSection() {
  const { user } = useWorkspace();
  const { code, expired, left, make, busy } = useSignInCode('scanner');
  const address = `${window.location.origin}/scan/`;
  return (
    <Section id="scanner" title="Сканер на телефоне" text="Наведите камеру телефона на QR-код: вход без пароля">
      <NotForSupport>
        {code ? (
          <div className={classes.code} data-testid="scanner-code">
            <div className={classes.qr}>
              <Suspense fallback={<Skeleton width={240} height={240} />}>
                <QrCode value={`${address}#code=${code}`} title="QR-код для входа на телефоне" />
              </Suspense>
            </div>
            <div className={classes.codeText}>
              <b className={classes.big}>{code}</b>
              <span className={classes.dim}>Действует ещё {left}, один раз</span>
              <Button variant="default" loading={busy} onClick={() => make()}>
                Показать новый
              </Button>
            </div>
          </div>
        ) : (
          <div className={classes.row}>
            <Button loading={busy} onClick={() => make()}>
              {expired ? 'Показать новый QR-код' : 'Показать QR-код'}
            </Button>
            {expired && <span className={classes.dim}>Прежний код больше не действует</span>}
          </div>
        )}
      </NotForSupport>
      <p className={classes.warning}>
        По этому коду телефон войдёт как вы, {user.name || user.username}. Показывайте его только на своём экране
      </p>
      <div className={classes.row}>
        <Anchor href="/scan/">{address}</Anchor>
        <CopyButton value={address} label="Скопировать адрес сканера" />
      </div>
    </Section>
  );
}
