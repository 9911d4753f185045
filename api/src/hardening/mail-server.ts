import type { Finding } from '@ostatok/api/contract/diagnostics.endpoints.ts';
import nodemailer from 'nodemailer';
import { ADVICE_ON_OWN_AUTHORITY, type ConnectionProblem, explainConnection } from './connection-problem.ts';

const TIME_LIMIT_MS = 8000;

const ON_PORT = 'Проверьте адрес и порт в SMTP_URL: обычно это smtps://…:465 или smtp://…:587';
const advices: Partial<Record<ConnectionProblem, string>> = {
  name: 'Проверьте адрес почтового сервера в SMTP_URL',
  certificate_issuer: ADVICE_ON_OWN_AUTHORITY,
  certificate_name: 'Укажите в SMTP_URL то имя сервера, на которое выдан сертификат',
  certificate_date: 'Обновите сертификат почтового сервера или проверьте часы этой машины',
  credentials: 'Проверьте имя и пароль в SMTP_URL: знак @ в них пишется как %40, / как %2F, % как %25',
};

/** Signs in to the mail server without sending anything. */
export async function mailServerFindings(url: string | undefined): Promise<Finding[]> {
  if (!url) return [];
  const limits = { connectionTimeout: TIME_LIMIT_MS, greetingTimeout: TIME_LIMIT_MS, socketTimeout: TIME_LIMIT_MS };
  const transport = nodemailer.createTransport({ url, ...limits });
  try {
    await transport.verify();
    return [];
  } catch (error) {
    const { problem, reason } = explainConnection(error);
    const message = `Почтовый сервер ${new URL(url).host} не принимает письма: ${reason}`;
    return [{ id: 'smtp', level: 'unsafe', message, advice: advices[problem] ?? ON_PORT }];
  } finally {
    transport.close();
  }
}
