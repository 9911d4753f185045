import { startDataSchema } from '@ostatok/kit/contract/start-data.ts';
import * as yup from 'yup';
import { messengers } from './messengers.ts';

export const miniAppSchema = startDataSchema.shape({
  /** Which messenger has opened the page. */
  channel: yup.string().oneOf(messengers, 'Такого мессенджера мы не знаем').default('telegram'),
});
