import { toast } from 'react-hot-toast';
import { freeEdge, watchPresses } from './pressed-place.ts';

const BRIEF_PATHS = new Set(['/', '/login', '/register', '/forgot-password', '/reset-password', '/verify-email']);

/** Given with the toast itself: the toaster's own options lose to each toast's defaults. */
const atOnce = { role: 'alert', 'aria-live': 'assertive' } as const;

if (typeof document !== 'undefined') watchPresses();

/** Where people only pass through, a success stays two seconds; elsewhere three. What was just pressed stays free. */
export const notify = {
  success: (text: string) =>
    toast.success(text, {
      id: text,
      duration: BRIEF_PATHS.has(window.location.pathname) ? 2000 : 3000,
      position: freeEdge(),
    }),
  error: (text: string) => toast.error(text, { id: text, ariaProps: atOnce, position: freeEdge() }),
  info: (text: string) => toast(text, { id: text, position: freeEdge() }),
};
