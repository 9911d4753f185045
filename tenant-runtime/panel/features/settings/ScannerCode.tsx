import { QRCodeSVG } from 'qrcode.react';

/** Dark on white in either theme: cameras want it so. */
export function ScannerCode({ value }: { value: string }) {
  return (
    <QRCodeSVG
      value={value}
      size={240}
      level="M"
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#14201c"
      title="QR-код для входа на телефоне"
      role="img"
    />
  );
}
