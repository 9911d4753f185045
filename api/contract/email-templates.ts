import * as yup from 'yup';
import { trueOrFalse } from './fields.ts';
import { manyNumbers, searched } from './list-filters.ts';

/** Characters of a page or its MJML; mailboxes cut off longer letters anyway. */
const HTML_LIMIT = 500_000;
/** Bytes of the editor's project as JSON. */
const DESIGN_LIMIT = 1_048_576;
const SUBJECT_LIMIT = 200;

/** The platform's own letters, each with a template of its own; `marketing` is for administrators' templates. */
export const MARKETING = 'marketing';

export const letterSubject = yup
  .string()
  .typeError('Введите заголовок письма')
  .trim()
  .required('Введите заголовок письма')
  .max(SUBJECT_LIMIT, `Заголовок — до ${SUBJECT_LIMIT} символов`)
  // a second line would become a header of the letter
  .matches(/^[^\p{Cc}\u2028\u2029]*$/u, 'Заголовок — одна строка');
export const letterBody = (what: string) =>
  yup
    .string()
    .typeError(`${what} — текст`)
    .max(HTML_LIMIT, `${what} — до ${HTML_LIMIT / 1000} тысяч символов`);
const templateType = yup
  .string()
  .typeError('Тип шаблона — текст')
  .matches(/^[a-z][a-z0-9_]{0,49}$/, 'Такого типа шаблонов нет')
  .default(MARKETING);

/** The editor's project: any JSON object, of which only the size is checked. */
const design = yup
  .mixed<Record<string, unknown>>((value): value is Record<string, unknown> => {
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  })
  .typeError('Макет — объект редактора')
  .nullable()
  .test(
    'size',
    'Макет больше 1 МБ: уберите лишнее',
    (value) => new TextEncoder().encode(JSON.stringify(value ?? null)).length <= DESIGN_LIMIT,
  );

export const emailTemplateSchema = yup.object({
  name: yup
    .string()
    .typeError('Введите название шаблона')
    .trim()
    .required('Введите название шаблона')
    .max(120, 'Название — до 120 символов'),
  description: yup.string().typeError('Описание — текст').trim().max(500, 'Описание — до 500 символов').default(''),
  subject: letterSubject,
  design: design.default(null),
  mjml: letterBody('MJML').nullable().default(null),
  html: letterBody('Письмо').default(''),
  text: letterBody('Текст письма').default(''),
});
export type EmailTemplateInput = yup.InferType<typeof emailTemplateSchema>;

export const emailTemplateChangesSchema = emailTemplateSchema.shape({
  updated_at: yup.string().typeError('Время изменения — текст'),
});
export type EmailTemplateChanges = yup.InferType<typeof emailTemplateChangesSchema>;

export const emailTemplateSorts = ['id', 'name', 'template_type', 'subject', 'created_at', 'updated_at'] as const;
export const emailTemplateFilterSchema = yup.object({
  id: manyNumbers(),
  ...searched,
  is_system: trueOrFalse('Признак'),
  template_type: yup.string().typeError('Тип шаблона — текст').max(50, 'Такого типа шаблонов нет'),
});
export type EmailTemplateFilter = yup.InferType<typeof emailTemplateFilterSchema>;

export const variablesQuerySchema = yup.object({ type: templateType });

export const emailPreviewSchema = yup.object({
  subject: yup
    .string()
    .typeError('Заголовок — текст')
    .max(SUBJECT_LIMIT, `Заголовок — до ${SUBJECT_LIMIT} символов`)
    .default(''),
  mjml: letterBody('MJML').nullable().default(null),
  html: letterBody('Письмо').default(''),
  templateType,
});

/** The message of the 400 when neither a page nor a template is given. */
export const CONTENT_REQUIRED = 'Введите содержимое письма или выберите шаблон';

export const sendTestSchema = yup.object({
  subject: letterSubject,
  html: letterBody('Письмо').required(CONTENT_REQUIRED),
  templateType,
});

export const emailStatsSchema = yup.object({
  days: yup
    .number()
    .typeError('Число дней — целое от 1 до 90')
    .integer('Число дней — целое от 1 до 90')
    .min(1, 'Число дней — целое от 1 до 90')
    .max(90, 'Число дней — целое от 1 до 90')
    .default(30),
});
