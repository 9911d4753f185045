import polyglotI18nProvider from 'ra-i18n-polyglot';
import russian from 'ra-language-russian';
import { mergeTranslations } from 'react-admin';

/** Messages that the package lacks, or words differently from the rest of the panel. */
const ours = {
  ra: {
    action: { search: 'Найти', refresh: 'Обновить', reset: 'Сбросить' },
    page: { empty: 'Пока никого', error: 'Что-то пошло не так' },
    navigation: {
      no_results: 'Никого не нашлось',
      no_filtered_results: 'Никого не нашлось. Измените запрос.',
      clear_filters: 'Показать всех',
      page_range_info: '%{offsetBegin}–%{offsetEnd} из %{total}',
    },
    sort: { sort_by: 'Порядок: %{field}, по %{order}', ASC: 'возрастанию', DESC: 'убыванию' },
    notification: { logged_out: 'Войдите снова', not_authorized: 'Доступ запрещен', http_error: 'Сервис не отвечает' },
    auth: { user_menu: 'Учётная запись', logout: 'Выйти' },
    message: { error: 'Не получилось. Обновите страницу.' },
  },
  resources: {
    users: {
      name: 'Пользователь |||| Пользователи |||| Пользователи',
      fields: {
        email: 'Пользователь',
        role: 'Роль',
        subscription_plan: 'Подписка',
        status: 'Статус',
        created_at: 'Создан',
      },
    },
  },
};

export const i18nProvider = polyglotI18nProvider(() => mergeTranslations(russian, ours), 'ru', [], {
  allowMissing: true,
});
