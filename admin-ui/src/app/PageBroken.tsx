import { Button } from '@mui/material';
import { Component, type ReactNode } from 'react';

/**
 * An error boundary for a page that threw, or whose chunks a newer release has replaced; the rest of the window stays.
 */
export class PageBroken extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override componentDidCatch(error: unknown) {
    console.error(error);
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <div className="list-message" role="alert">
        <strong>Страница не открылась</strong>
        <span>Обновите её: возможно, вышла новая версия</span>
        <Button variant="contained" onClick={() => window.location.reload()}>
          Обновить
        </Button>
      </div>
    );
  }
}
