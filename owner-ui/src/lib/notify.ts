import { toast } from 'react-hot-toast';
import { freeEdge, watchPresses } from './pressed-place.ts';

const BRIEF_PATHS = new Set(['/', '/login', '/register', '/forgot-password', '/reset-password', '/verify-email']);

/** Given with each toast, because a toast's defaults override the toaster's options. */
const atOnce = { role: 'alert', 'aria-live': 'assertive' } as const;

if (typeof document !== 'undefined') watchPresses();

/**
 * A success toast lasts two seconds on pages that are soon left, three elsewhere. Toasts appear away from what was just
 * pressed.
 */
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
