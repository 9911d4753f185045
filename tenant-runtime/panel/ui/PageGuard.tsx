import { Button } from '@mantine/core';
import { Component, type ReactNode } from 'react';
import { Notice } from './Notice.tsx';

/** A page whose parts did not come, as without a connection: the rest of the panel stays, and what was entered is kept. */
export class PageGuard extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch(error: unknown): void {
    reportError(error);
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <Notice title="Страница не загрузилась" text="Проверьте интернет. Записанное сохранено в этом браузере">
        <Button onClick={() => location.reload()}>Повторить</Button>
      </Notice>
    );
  }
}
