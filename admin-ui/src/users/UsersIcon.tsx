import { createSvgIcon } from '@mui/material';

export const UsersIcon = createSvgIcon(
  <path d="M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm0 2c-3.3 0-7 1.6-7 4.5V20h14v-1.5C16 15.6 12.3 14 9 14Zm7.5-2a3.5 3.5 0 1 0-1.2-6.8 6 6 0 0 1 0 6.6c.4.1.8.2 1.2.2Zm.9 2.1c1 .9 1.6 2.1 1.6 3.4V20h4v-1.3c0-2.3-2.7-4-5.6-4.6Z" />,
  'Users',
);
