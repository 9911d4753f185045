/** The first match in a user agent wins: most browsers name Chrome or Safari too. */
const browsers: [RegExp, string][] = [
  [/ostatok-cli/, 'Командная строка'],
  [/YaBrowser\//, 'Яндекс Браузер'],
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\/|Opera/, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X|Macintosh/, 'macOS'],
  [/Linux|X11/, 'Linux'],
];

const firstOf = (named: [RegExp, string][], userAgent: string): string | undefined =>
  named.find(([pattern]) => pattern.test(userAgent))?.[1];

/** A readable name of the device that a sign-in came from. */
export function deviceName(userAgent: string | null | undefined): string {
  const parts = [firstOf(browsers, userAgent ?? ''), firstOf(systems, userAgent ?? '')].filter(Boolean);
  return parts.join(', ') || 'Неизвестное устройство';
}
