import { ApiError } from '@ostatok/kit/web/api-client.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { messageOf } from '../../lib/api.ts';
import { dataOf, fetchMyData, type MyData, saveArchive, saveMyData, saveWorkbook } from '../../lib/my-data.ts';
import { notify } from '../../lib/notify.ts';
import { session } from '../../lib/session.ts';

export const useMyData = () => useQuery({ queryKey: ['my-data'], queryFn: fetchMyData });

const refused = (error: unknown): boolean => error instanceof ApiError && [401, 403].includes(error.status);

/** Reads all data, or only what the browser knows if the server does not answer. */
async function gather(): Promise<{ data: MyData; whole: boolean }> {
  try {
    return { data: await fetchMyData(), whole: true };
  } catch (error) {
    const user = session.get()?.user;
    if (!user || refused(error)) throw new Error('Не удалось экспортировать данные', { cause: error });
    return { data: dataOf(user), whole: false };
  }
}

export function useExport() {
  return useMutation({
    async mutationFn() {
      const { data, whole } = await gather();
      saveMyData(data);
      return whole;
    },
    onSuccess(whole) {
      notify.success('Данные успешно экспортированы');
      if (!whole) notify.info('Сервер не ответил, в файле только профиль и тариф. Полный файл скачайте позже');
    },
    onError: () => notify.error('Ошибка при экспорте данных'),
  });
}

export function useArchive() {
  return useMutation({
    mutationFn: saveArchive,
    onError: (error) => notify.error(messageOf(error, 'Не удалось скачать архив заведения')),
  });
}

export function useWorkbook() {
  return useMutation({
    mutationFn: saveWorkbook,
    onError: (error) => notify.error(messageOf(error, 'Не удалось скачать данные заведения')),
  });
}
