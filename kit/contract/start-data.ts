import * as yup from 'yup';

/** Messengers give some hundreds of signs; a name may be long. */
const MAX_START_DATA = 4096;

/** What a messenger gives a page that it opens: fields in the form of a query, signed with the bot's token. */
export const startDataSchema = yup.object({
  data: yup
    .string()
    .strict()
    .typeError('Данные мессенджера — текст')
    .required('Откройте склад из чата с ботом')
    .max(MAX_START_DATA, 'Это не данные мессенджера'),
});
