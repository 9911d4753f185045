import * as yup from 'yup';

const LONGEST = 253;
/** Two labels or more, of which the last is no number. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?=[a-z0-9-]*[a-z])[a-z0-9-]{2,63}$/;

/** Returns the name as DNS knows it: `бар.рф` is `xn--80ab.xn--p1ai` there. What is no name stays as it is. */
function asDnsName(given: string): string {
  const name = given.trim().replace(/\.$/, '');
  return /^[\p{L}\p{N}.-]+$/u.test(name) ? (URL.parse(`http://${name}`)?.hostname ?? name) : name;
}

export const setOwnDomainSchema = yup.object({
  /** Null, or an empty text, takes it from the venue. */
  domain: yup
    .string()
    .typeError('Домен — текст, как sklad.moybar.ru')
    .nullable()
    .defined('Назовите домен, как sklad.moybar.ru')
    .transform((given: unknown) => (typeof given === 'string' ? asDnsName(given) || null : given))
    .max(LONGEST, `Не длиннее ${LONGEST} символов`)
    .matches(DOMAIN, 'Нужен домен без протокола и порта, как sklad.moybar.ru'),
});
