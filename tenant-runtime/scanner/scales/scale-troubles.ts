/** A scale that only broadcasts its weight, which browsers do not read. */
export class ForBridgeOnly extends Error {}
export class UnknownScale extends Error {}
export class NotInTime extends Error {}

export const BLUETOOTH_OFF = 'Bluetooth выключен. Включите его и нажмите «Подключить весы» ещё раз';
const FORBIDDEN =
  'Браузеру нельзя пользоваться Bluetooth. Разрешите ему «Устройства поблизости» в настройках телефона и нажмите ещё раз';
const FOR_BRIDGE =
  'Эти весы передают вес без подключения, телефон его не прочитает. Нужен мост на компьютере: Настройки → Весы в панели';
const UNKNOWN = 'Этих весов сканер не знает. Введите вес в граммах или подключите другие';
const OUT_OF_REACH = 'Весы далеко или выключены. Включите их и поднесите телефон ближе';
const HELD_ELSEWHERE = 'Весы не подключаются. Закройте приложение весов: они держат одно соединение';
const NOT_CONNECTED = 'Не удалось подключиться. Включите весы и поднесите телефон ближе';
export const LOST = 'Связь с весами пропала. Включите их, если они уснули';

/** After this many failures in a row bad reception is no longer the likely cause. */
const FAILURES_TO_EXPLAIN = 2;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Browsers tell the causes apart by their messages alone; a closed dialog is no trouble. */
export function choosingTrouble(error: unknown): string | undefined {
  const message = messageOf(error);
  if (/cancel/i.test(message)) return undefined;
  if (/adapter|bluetooth (is )?(off|not available)/i.test(message)) return BLUETOOTH_OFF;
  return FORBIDDEN;
}

/** Why a chosen scale cannot be used, whatever is tried again. */
export function finalTrouble(error: unknown): string | undefined {
  if (error instanceof ForBridgeOnly) return FOR_BRIDGE;
  return error instanceof UnknownScale ? UNKNOWN : undefined;
}

/** `failures` in a row. */
export function connectingTrouble(error: unknown, failures: number): string {
  const message = messageOf(error);
  if (/adapter|bluetooth (is )?off/i.test(message)) return BLUETOOTH_OFF;
  if (/no longer in range/i.test(message)) return OUT_OF_REACH;
  return failures < FAILURES_TO_EXPLAIN ? NOT_CONNECTED : HELD_ELSEWHERE;
}
