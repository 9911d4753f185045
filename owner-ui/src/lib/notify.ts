import { toast } from 'react-hot-toast';

const BRIEF_PATHS = new Set(['/', '/login', '/register', '/forgot-password', '/reset-password', '/verify-email']);

/** Given with the toast itself: the toaster's own options lose to each toast's defaults. */
const atOnce = { role: 'alert', 'aria-live': 'assertive' } as const;

/** Where people only pass through, a success stays two seconds; elsewhere three. */
export const notify = {
  success: (text: string) => toast.success(text, { duration: BRIEF_PATHS.has(window.location.pathname) ? 2000 : 3000 }),
  error: (text: string) => toast.error(text, { id: text, ariaProps: atOnce }),
  info: (text: string) => toast(text),
};
