import { Button } from '@mantine/core';
import { Guard } from '@ostatok/kit/web/Guard.tsx';
import type { ReactNode } from 'react';
import { Notice } from './Notice.tsx';

const failed = (
  <Notice title="Страница не загрузилась" text="Проверьте интернет. Записанное сохранено в этом браузере">
    <Button onClick={() => location.reload()}>Повторить</Button>
  </Notice>
);

/**
 * An error boundary for a page whose chunks did not load, for instance offline: the rest of the panel and all input
 * stay.
 */
export function PageGuard({ children }: { children: ReactNode }) {
  return <Guard fallback={failed}>{children}</Guard>;
}
