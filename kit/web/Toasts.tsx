import { Toaster } from 'react-hot-toast';

const look = {
  background: 'var(--ostatok-surface)',
  color: 'var(--mantine-color-text)',
  border: '1px solid var(--ostatok-line)',
  borderRadius: 'var(--mantine-radius-md)',
  boxShadow: 'var(--mantine-shadow-lg)',
  padding: '0.625rem 0.75rem',
  maxWidth: 'min(26rem, calc(100vw - 2rem))',
  overflowWrap: 'anywhere',
} as const;

/**
 * The toaster; the library itself keeps at most twenty toasts at once. A toast without a position appears in the top
 * corner; `bottom` is the distance of the others from the bottom.
 */
export function Toasts({ bottom }: { bottom?: string }) {
  return (
    <Toaster
      position={bottom === undefined ? 'top-right' : 'bottom-center'}
      containerStyle={bottom === undefined ? { top: 80, bottom: 80 } : { bottom }}
      toastOptions={{
        duration: 4000,
        style: look,
        success: { duration: 3000, iconTheme: { primary: 'var(--ostatok-ring)', secondary: 'var(--ostatok-surface)' } },
        error: {
          duration: 4000,
          iconTheme: { primary: 'var(--mantine-color-error)', secondary: 'var(--ostatok-surface)' },
          ariaProps: { role: 'alert', 'aria-live': 'assertive' },
        },
      }}
    />
  );
}
