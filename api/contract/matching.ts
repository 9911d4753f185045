import * as yup from 'yup';

export const catalogueSearchSchema = yup.object({
  q: yup
    .string()
    .typeError('Введите, что искать')
    .trim()
    .required('Введите, что искать')
    .max(200, 'Слишком длинный запрос'),
});
