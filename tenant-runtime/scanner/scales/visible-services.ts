import { isConnected } from '@ostatok/kit/scales/found-model.ts';
import { bluetoothModels } from '@ostatok/kit/scales/index.ts';

const longUuid = (uuid: string): string =>
  uuid.length === 4 ? `0000${uuid}-0000-1000-8000-00805f9b34fb` : dashed(uuid);
const dashed = (uuid: string): string => uuid.replace(/^(.{8})-?(.{4})-?(.{4})-?(.{4})-?(.{12})$/, '$1-$2-$3-$4-$5');

/** Services that makers of cheap scales and of their Bluetooth parts use, so that a scale without a model can be recorded. */
const COMMON = [
  ...['181b', '181d', '1910', 'ae00', 'ae30', 'fd50', 'fe95', 'fee0', 'fee7', 'fefb', 'ff00', 'ff10', 'ff12'],
  ...['ffa0', 'ffb0', 'ffc0', 'ffd0', 'ffe0', 'ffe5', 'fff0'],
  // serial lines over Bluetooth, of Nordic and of Microchip
  '6e400001-b5a3-f393-e0a9-e50e24dcca9e',
  '49535343-fe7d-4ae5-8fa9-9fafd205e455',
];

/** The browser gives a page only the services that it named beforehand. */
export const visibleServices: string[] = [
  ...new Set(
    [
      ...bluetoothModels.filter(isConnected).flatMap(({ link }) => (link.service === '' ? [] : [link.service])),
      ...COMMON,
    ].map(longUuid),
  ),
];
