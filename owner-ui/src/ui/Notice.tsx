import { Alert } from '@mantine/core';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

const kinds = {
  info: { color: 'teal', icon: Info },
  warning: { color: 'amber', icon: TriangleAlert },
  danger: { color: 'red', icon: CircleAlert },
} as const;

interface NoticeProps {
  kind: keyof typeof kinds;
  title?: string;
  children?: ReactNode;
  onClose?: () => void;
  /** It appears in response to an action, so that screen readers announce it at once. */
  urgent?: boolean;
}

export function Notice({ kind, title, children, onClose, urgent = kind === 'danger' }: NoticeProps) {
  const { color, icon: Icon } = kinds[kind];
  return (
    <Alert
      color={color}
      role={urgent ? 'alert' : 'note'}
      title={title}
      icon={<Icon size={20} aria-hidden />}
      withCloseButton={Boolean(onClose)}
      closeButtonLabel="Закрыть"
      onClose={onClose}
      styles={{ message: { color: 'inherit', fontSize: 'var(--mantine-font-size-md)' } }}
    >
      {children}
    </Alert>
  );
}
