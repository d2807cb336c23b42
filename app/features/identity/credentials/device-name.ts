/** The first match counts: other browsers also name Chrome and Safari, whose engines they use. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|Chromium|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const findFirst = (names: readonly [RegExp, string][], text: string) => names.find(([sign]) => sign.test(text))?.[1]

/** A browser's User-Agent as a label: `Chrome en Windows`. Unknown parts are left out. */
export function deviceName(userAgent: string | null): string {
  const browser = findFirst(BROWSERS, userAgent ?? '')
  const system = findFirst(SYSTEMS, userAgent ?? '')
  if (browser && system) return `${browser} en ${system}`
  return browser ?? (system ? `Navegador en ${system}` : 'Navegador desconocido')
}
