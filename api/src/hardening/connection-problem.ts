import { isUntrustedCertificate } from '@ostatok/kit/node/untrusted-certificate.ts';

const reasons = {
  name: 'имени нет в DNS',
  refused: 'соединения не принимают',
  silence: 'нет ответа',
  certificate_date: 'срок сертификата не начался или вышел',
  certificate_name: 'сертификат выдан на другое имя',
  certificate_issuer: 'сертификату нельзя доверять',
  unknown_name: 'прокси не знает этого имени',
  tls: 'отвечают не по TLS',
  credentials: 'имя или пароль не подходят',
  other: 'ошибка',
} as const;
export type ConnectionProblem = keyof typeof reasons;

const problems: Record<string, ConnectionProblem> = {
  ENOTFOUND: 'name',
  EAI_AGAIN: 'name',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'silence',
  UND_ERR_CONNECT_TIMEOUT: 'silence',
  TimeoutError: 'silence',
  EHOSTUNREACH: 'silence',
  ENETUNREACH: 'silence',
  CERT_HAS_EXPIRED: 'certificate_date',
  CERT_NOT_YET_VALID: 'certificate_date',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name',
  ERR_SSL_TLSV1_UNRECOGNIZED_NAME: 'unknown_name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'tls',
  EPROTO: 'tls',
  EAUTH: 'credentials',
};

function problemOf(code: string): ConnectionProblem {
  return problems[code] ?? (isUntrustedCertificate(code) ? 'certificate_issuer' : 'other');
}

/** Why a server can't be reached, from the code of fetch (`cause.code`) or nodemailer (`originalCode`). */
export function explainConnection(error: unknown): { problem: ConnectionProblem; reason: string } {
  const { cause, originalCode, code, name } = error as {
    cause?: { code?: string; errors?: { code?: string }[] };
    originalCode?: string;
    code?: string;
    name?: string;
  };
  const found = [cause?.code, cause?.errors?.[0]?.code, originalCode, code, name].find(
    (one) => typeof one === 'string',
  );
  const shown = found ?? 'Error';
  const problem = problemOf(shown);
  return { problem, reason: `${reasons[problem]} (${shown})` };
}

/** What helps wherever the certificate was issued by an authority that Node does not know. */
export const ADVICE_ON_OWN_AUTHORITY =
  'Если его выпустил ваш собственный центр, задайте NODE_EXTRA_CA_CERTS=файл.pem, как в docs/deploy.md';
