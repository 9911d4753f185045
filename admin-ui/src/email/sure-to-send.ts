import { api } from '../http-client.ts';
import { confirm } from '../ui/confirm.tsx';
import { toastFailed } from '../ui/toasts.tsx';
import type { CampaignRequest } from './campaign-request.ts';
import { countText, targetTexts } from './texts.ts';

/** Asks for confirmation before a real sending, with the present number of recipients. */
export async function sureToSend({ subject, targetUsers, filters }: CampaignRequest): Promise<boolean> {
  try {
    const { count } = await api.call('POST /api/admin/marketing/audience', { body: { targetUsers, filters } });
    if (count === 0) {
      toastFailed('По этим условиям получателей нет');
      return false;
    }
    return await confirm({
      title: `Отправить письмо получателям: ${countText(count)}?`,
      text: `«${subject}» уйдёт группе «${targetTexts[targetUsers]}». Отправленные письма отозвать нельзя.`,
      yes: `Отправить: ${countText(count)}`,
    });
  } catch (error) {
    toastFailed('Ошибка отправки рассылки', error);
    return false;
  }
}
