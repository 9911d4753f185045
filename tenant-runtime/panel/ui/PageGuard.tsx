import { Button } from '@mantine/core';
import { Guard } from '@ostatok/kit/web/Guard.tsx';
import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';

const failed = (
  <Notice title="Страница не загрузилась" text="Проверьте интернет. Записанное сохранено в этом браузере">
    <Button onClick={() => location.reload()}>Повторить</Button>
  </Notice>
);

/** A page whose parts did not come, as without a connection: the rest of the panel stays, and what was entered is kept. */
export function PageGuard({ children }: { children: ReactNode }) {
  return <Guard fallback={failed}>{children}</Guard>;
}
