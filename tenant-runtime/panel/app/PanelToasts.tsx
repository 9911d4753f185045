import { Toasts } from '@ostatok/kit/web/Toasts.tsx';
import { useOnPhone } from '../ui/use-on-phone.ts';

/** Above the bottom bar and the button of a sheet. */
const ON_PHONE = 'calc(8rem + env(safe-area-inset-bottom))';

/** On a phone toasts stand at the bottom, because the page's title and tabs are at the top. */
export function PanelToasts() {
  const onPhone = useOnPhone();
  return onPhone ? <Toasts bottom={ON_PHONE} /> : <Toasts />;
}
