import type { BluetoothModel, Connection } from './scale-model.ts';

export type ConnectedModel = BluetoothModel & { link: Connection };

export const isConnected = (model: BluetoothModel): model is ConnectedModel => !('broadcast' in model.link);

export const shortUuid = (uuid: string): string =>
  uuid
    .toLowerCase()
    .replaceAll('-', '')
    .replace(/^0000([0-9a-f]{4})00001000800000805f9b34fb$/, '$1');

/** A model and those of a scale's characteristics that it uses. */
export interface FoundModel<C> {
  model: ConnectedModel;
  notifying: C[];
  commands: C | undefined;
}

/** The model among these whose characteristics the scale has: some models have one name and different services. */
export function foundModel<C extends { uuid: string }>(
  models: readonly ConnectedModel[],
  found: readonly C[],
  notifies: (characteristic: C) => boolean,
): FoundModel<C> | undefined {
  for (const model of models) {
    const { characteristics, commands } = model.link;
    const find = (uuid: string) => found.find((one) => shortUuid(one.uuid) === uuid);
    const notifying =
      characteristics.length === 0 ? found.filter(notifies) : characteristics.flatMap((uuid) => find(uuid) ?? []);
    if (notifying.length > 0) return { model, notifying, commands: commands && find(commands.characteristic) };
  }
  return undefined;
}
