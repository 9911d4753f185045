import type { Logger } from '@ostatok/kit/node/log.ts';
import type { CableModel, HidScale } from '@ostatok/kit/scales/scale-model.ts';
import type { Clock } from '../clock.ts';
import { createFrameReader } from '../frames.ts';
import type { Listener, Source } from '../source.ts';
import type { Hid, HidDevice } from './hid.ts';

interface HidParts {
  hid: Hid;
  models: readonly CableModel[];
  clock: Clock;
  log: Logger;
  platform?: NodeJS.Platform;
}

const LOOK_EVERY_MS = 2000;

type HidModel = CableModel & { link: { hid: HidScale } };
const isHid = (model: CableModel): model is HidModel => 'hid' in model.link;

const hexOf = (number: number): string => number.toString(16).padStart(4, '0');

/** The rule is of this device alone: a keyboard and a security key are such devices too. */
const rights = ({
  vendorId,
  productId,
}: HidDevice): string => `USB-весы видны, но нет доступа к ним. Выполните и вставьте кабель заново:
echo 'SUBSYSTEM=="hidraw", ATTRS{idVendor}=="${hexOf(vendorId)}", ATTRS{idProduct}=="${hexOf(productId)}", TAG+="uaccess"' | sudo tee /etc/udev/rules.d/70-scales.rules
sudo udevadm control --reload`;

const notOpened = (device: HidDevice, platform: NodeJS.Platform): string =>
  platform === 'linux'
    ? rights(device)
    : 'USB-весы видны, но не открываются. Закройте программу, которая с ними работает';

/** The venue takes no longer ones; what tells two scales apart stands before. */
const idOf = (path: string): string => path.slice(0, 64);

/** Reads scales of USB's class for points of sale, as long as they are plugged in. */
export function createHidSource({ hid, models, clock, log, platform = process.platform }: HidParts): Source {
  const held = new Map<string, { model: HidModel; close: () => Promise<void> }>();

  async function open(path: string, model: HidModel, listener: Listener): Promise<void> {
    const device = await hid.HIDAsync.open(path);
    const read = createFrameReader(model, idOf(path), listener, log);
    device.on('data', read);
    device.on('error', () => void lose(path, listener));
    held.set(path, { model, close: () => device.close().catch(() => undefined) });
    listener.scale({ scaleId: idOf(path), model: model.name, state: 'connected' });
  }

  async function lose(path: string, listener: Listener): Promise<void> {
    const one = held.get(path);
    held.delete(path);
    await one?.close();
    if (one)
      listener.scale({
        scaleId: idOf(path),
        model: one.model.name,
        state: 'lost',
        note: 'Кабель отключён. Вставьте его',
      });
  }

  const modelOf = ({ usagePage, usage }: HidDevice): HidModel | undefined =>
    models.filter(isHid).find(({ link }) => link.hid.usagePage === usagePage && link.hid.usage === usage);

  return {
    async run(listener, stop) {
      while (!stop.aborted) {
        const devices = await hid.devicesAsync().catch(() => []);
        const present = new Map(
          devices.flatMap((device) => {
            const model = modelOf(device);
            return device.path !== undefined && model ? [[device.path, { device, model }] as const] : [];
          }),
        );
        for (const path of [...held.keys()]) if (!present.has(path)) await lose(path, listener);
        let trouble: string | undefined;
        for (const [path, { device, model }] of present) {
          if (held.has(path)) continue;
          await open(path, model, listener).catch((error: Error) => {
            log.warn({ path, reason: error.message }, 'USB scale not opened');
            trouble = notOpened(device, platform);
          });
        }
        listener.trouble(trouble);
        await clock.wait(LOOK_EVERY_MS, stop);
      }
      await Promise.all([...held.values()].map(({ close }) => close()));
    },
  };
}
