import toast from 'react-hot-toast';

const BRIEF_PATHS = new Set(['/', '/login', '/register', '/forgot-password', '/reset-password', '/verify-email']);

/** Where people only pass through, a success stays two seconds; elsewhere three. */
export const notify = {
  success: (text: string) => toast.success(text, { duration: BRIEF_PATHS.has(window.location.pathname) ? 2000 : 3000 }),
  error: (text: string) => toast.error(text, { id: text }),
  info: (text: string) => toast(text),
};
