import { QRCodeSVG } from 'qrcode.react';

/** Dark on white in either theme, because cameras need it. */
export function QrCode({ value, title }: { value: string; title: string }) {
  return (
    <QRCodeSVG
      value={value}
      size={240}
      level="M"
      marginSize={4}
      bgColor="#ffffff"
      fgColor="#14201c"
      title={title}
      role="img"
    />
  );
}
