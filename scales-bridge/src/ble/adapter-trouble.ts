import { realpathSync } from 'node:fs';
import type { AdapterState } from './noble.ts';

/**
 * Commands stand on lines of their own, so that they can be copied; they name the Node that runs this process, which
 * may differ from the shell's.
 */
const LINUX_RIGHTS = `Дайте программе право на Bluetooth и добавьте себя в группу bluetooth:
sudo setcap cap_net_raw+eip '${realpathSync(process.execPath)}'
sudo usermod -aG bluetooth "$USER"`;

const off: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Bluetooth выключен. Включите его: Параметры → Bluetooth и устройства',
  darwin: 'Bluetooth выключен. Включите его в Системных настройках',
  linux: 'Bluetooth выключен. Включите его в настройках или командой: bluetoothctl power on',
};
const forbidden: Partial<Record<NodeJS.Platform, string>> = {
  darwin:
    'Программе нельзя пользоваться Bluetooth. Разрешите Терминалу: Системные настройки → Конфиденциальность и безопасность → Bluetooth',
  win32: 'Программе нельзя пользоваться Bluetooth. Разрешите: Параметры → Конфиденциальность и защита → Радио',
  linux: `Программе нельзя пользоваться Bluetooth. ${LINUX_RIGHTS}`,
};
const missing: Partial<Record<NodeJS.Platform, string>> = {
  win32: 'Адаптер Bluetooth не найден. Нужны Windows 10 или новее и адаптер с Bluetooth 4.0',
  linux: `Адаптер Bluetooth не найден или недоступен. Проверьте его: bluetoothctl list
${LINUX_RIGHTS}`,
};

/** Why scales cannot be found and what to do about it on this system; undefined when the adapter works. */
export function adapterTrouble(state: AdapterState, platform: NodeJS.Platform): string | undefined {
  switch (state) {
    case 'poweredOn':
      return undefined;
    case 'poweredOff':
      return off[platform] ?? 'Bluetooth выключен. Включите его';
    case 'unauthorized':
      return forbidden[platform] ?? 'Программе нельзя пользоваться Bluetooth. Разрешите в настройках системы';
    case 'resetting':
      return 'Bluetooth перезапускается, ждём';
    default:
      return missing[platform] ?? 'Адаптер Bluetooth не найден. Вставьте его или включите в настройках';
  }
}
