import { bytesOf, viewOf } from './bytes.ts';
import type { BluetoothModel, Frame } from './scale-model.ts';

const LENGTH = 11;

/** Eureka Precisa, CFS-9002, LSJ-001, Solo Barista: a sign and tenths of a gram; no checksum is known. */
export const eureka: BluetoothModel = {
  id: 'eureka',
  name: 'Eureka Precisa, CFS-9002',
  stepG: 0.1,
  mostG: 3000,
  isUntried: true,
  link: {
    service: 'fff0',
    characteristics: ['fff1'],
    commands: { characteristic: 'fff2', withoutResponse: true },
    hello: [bytesOf('aa033600')],
    helloSetsGrams: true,
    tare: [bytesOf('aa023131')],
  },
  matches: ({ name }) => /^(cfs-9002|lsj-001|solo barista)/i.test(name),
  parse(bytes): Frame {
    if (bytes.length < LENGTH) return { error: 'short' };
    const [header, , , , , , sign = 0] = bytes;
    if (bytes.length !== LENGTH || (header !== 0xaa && header !== 0) || sign > 1) return { error: 'other' };
    const weightG = viewOf(bytes).getUint16(7, true) / 10;
    return { weightG: sign ? -weightG : weightG };
  },
};
