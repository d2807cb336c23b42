/** The logo of an organisation as it is stored: SHA-256 (hex) of its PNG, and its size in pixels. */
export type Logo = { hash: string; width: number; height: number }

/** The organisation that holds a purchase, as its results name it. */
export type Holder = { name: string; logo: Logo | null }

/** Where the members of an organisation see its logo. */
export const logoPath = ({ hash }: Pick<Logo, 'hash'>): string => `/account/organisation/logo/${hash}.png`

/** The hash in such an address; undefined where it names none. */
export const readLogoName = (name: string): string | undefined => /^([0-9a-f]{64})\.png$/.exec(name)?.[1]

/** What it is, for who can't see it. */
export const logoAlt = (organisation: string): string => `Logo de ${organisation}`

/** What a document lays out of a logo, whose bytes come beside it. */
export type LogoContent = { alt: string; width: number; height: number }

/** Null where there is none. */
export const logoContent = (holder: Holder | undefined): LogoContent | null =>
  holder?.logo ? { alt: logoAlt(holder.name), width: holder.logo.width, height: holder.logo.height } : null

/** A logo as large as fits within a box, in the box's unit. */
export function fitLogo({ width, height }: Pick<Logo, 'width' | 'height'>, box: { w: number; h: number }) {
  const scale = Math.min(box.w / width, box.h / height)
  return { w: width * scale, h: height * scale }
}
