import test from 'ava';
import { choosingTrouble, connectingTrouble } from '../../../tenant-runtime/scanner/scales/scale-troubles.ts';

test('what Chrome says about choosing a scale is told in words, and a closed dialog is no trouble', (t) => {
  const said = (message: string) => choosingTrouble(new Error(message));
  t.is(said('User cancelled the requestDevice() chooser.'), undefined);
  t.regex(said('Bluetooth adapter not available.') ?? '', /Bluetooth выключен/);
  t.regex(said('User denied the browser permission to scan for Bluetooth devices.') ?? '', /Разрешите/);
  t.regex(said('User or their enterprise policy has disabled Web Bluetooth.') ?? '', /Разрешите/);
});

test('what Chrome says about connecting a scale is told in words, and a second failure as another phone’s hold', (t) => {
  const said = (message: string, failures: number) => connectingTrouble(new Error(message), failures);
  t.regex(said('Bluetooth Device is no longer in range.', 3), /далеко или выключены/);
  t.regex(said('Connection attempt failed.', 1), /Не удалось подключиться/);
  t.regex(said('Connection attempt failed.', 2), /Закройте приложение весов/);
  t.regex(said('Bluetooth adapter not available.', 1), /Bluetooth выключен/);
});
