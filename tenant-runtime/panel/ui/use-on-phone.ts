import { useMediaQuery } from '@mantine/hooks';

/** The same breakpoint for phones as in the style sheets. */
export const useOnPhone = (): boolean =>
  useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false });
