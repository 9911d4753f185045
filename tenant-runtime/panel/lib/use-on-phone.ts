import { useMediaQuery } from '@mantine/hooks';

/** As in the style sheets: what a thumb holds. */
export const useOnPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
