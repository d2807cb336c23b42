type Rgb = readonly [number, number, number]

/** OKLCH to linear light, by its author's matrices (B. Ottosson, 'A perceptual color space for image processing'). */
function linearOf(lightness: number, chroma: number, degrees: number): Rgb {
  const [a, b] = [chroma * Math.cos((degrees * Math.PI) / 180), chroma * Math.sin((degrees * Math.PI) / 180)]
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

const encoded = (light: number): number => {
  const clamped = Math.min(1, Math.max(0, light))
  return Math.round(255 * (clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055))
}

const hexOf = (rgb: Rgb): string => `#${rgb.map(part => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const rgbOf = (hex: string): Rgb => {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

/**
 * A hue of cover.ts for what can draw neither `oklch()` nor `color-mix()`.
 * @param share of the hue, 0 to 1; the rest is `other`, a colour as `#rrggbb`.
 */
export function mixedHue(hue: string, share: number, other: string): string {
  const [lightness = 0, chroma = 0, degrees = 0] = (hue.match(/[\d.]+/g) ?? []).map(Number)
  const [red, green, blue] = linearOf(lightness, chroma, degrees)
  const [r, g, b] = rgbOf(other)
  const mix = (own: number, added: number) => encoded(own) * share + added * (1 - share)
  return hexOf([mix(red, r), mix(green, g), mix(blue, b)])
}
