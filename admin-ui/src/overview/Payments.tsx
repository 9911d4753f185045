import type { AdminPayment } from '@ostatok/api/contract/subscriptions.endpoints.ts';
import { formatMoney } from '@ostatok/kit/web/format.ts';
import { useState } from 'react';
import { dateText } from '../ui/texts.ts';
import { wordsOf } from '../ui/toasts.tsx';
import { usePaymentsToSettle } from './queries.ts';
import { refundAction } from './refund-action.tsx';

const problems: Record<NonNullable<AdminPayment['problem']>, string> = {
  disputed: 'Спор: оплата пришла, но применить её не к чему',
  refund_lost: 'Возврат остался без ответа банка',
  refund_failed: 'Возврат не прошёл',
};

const AT_FIRST = 5;
/** The most payments that one call returns. */
const MOST = 1000;

/** The payments that billing cannot settle by itself, each with the possible actions. */
export function Payments() {
  const [most, setMost] = useState(AT_FIRST);
  const { data, error, isPlaceholderData } = usePaymentsToSettle(most);
  if (error && !data) return <p role="alert">Не удалось показать платежи. {wordsOf(error)}</p>;
  if (!data) return <span className="list-bone" />;
  return (
    <>
      <ul className="overview-payments" aria-label="Платежи">
        {data.data.map((payment) => (
          <li key={payment.id}>
            <span>
              <strong>{formatMoney(payment.amount)}</strong> {payment.payer_email}, {dateText(payment.created_at)}
              <span className="dim"> {payment.problem && problems[payment.problem]}</span>
            </span>
            {refundAction.isShown?.(payment) && (
              <button
                type="button"
                className="row-action"
                aria-label={`Вернуть деньги: ${payment.payer_email}`}
                onClick={() => refundAction.run([payment])}
              >
                Вернуть
              </button>
            )}
          </li>
        ))}
      </ul>
      {data.total > data.data.length && most === AT_FIRST && (
        <button type="button" className="row-action overview-more" onClick={() => setMost(MOST)}>
          Показать все
        </button>
      )}
      {isPlaceholderData && <span className="list-bone" />}
    </>
  );
}
