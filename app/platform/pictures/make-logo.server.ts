import sharp, { type OutputInfo } from 'sharp'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { LOGO_HEIGHT, LOGO_WIDTH, MAX_LOGO_BYTES, MIN_LOGO_SIDE } from './logo-limits.ts'
import { isPicture } from './picture-bytes.ts'

sharp.concurrency(1)
sharp.cache(false)

/** Pixels that it may decode to: a file of a few kilobytes can declare billions. */
const MAX_PIXELS = 24_000_000
const SECONDS = 10

/** Bytes of a finished logo; 256 colours are fewer whatever it shows. */
const MAX_PNG_BYTES = 256 * 1024

/** How much darker than white a pixel is at least (0 to 255) to be seen on paper, and the share of pixels that must be. */
const SEEN = 32
const SEEN_SHARE = 0.001

/** A logo as every document shows it, sizes in pixels. */
export type LogoPicture = { png: Buffer; width: number; height: number }

export type LogoFailure = { code: 'too_large' | 'not_a_picture' | 'too_many_pixels' | 'too_small' | 'unseen' }

/** This module for the process of uploads, which runs `read`. */
export const MAKE_LOGO = '#app/platform/pictures/make-logo.server.ts'

/**
 * Draws an uploaded picture as a PNG of nothing but its pixels: within 600 × 240, with what it has of transparency, never larger than it
 * was. The original file is not stored.
 */
export async function read(sent: Uint8Array): Promise<Result<LogoPicture, LogoFailure>> {
  const bytes = Buffer.from(sent)
  if (bytes.length > MAX_LOGO_BYTES) return err({ code: 'too_large' })
  if (!isPicture(bytes)) return err({ code: 'not_a_picture' })
  try {
    const { width, height } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) return err({ code: 'too_many_pixels' })
    if (Math.max(width, height) < MIN_LOGO_SIDE) return err({ code: 'too_small' })
    const drawn = await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
      .autoOrient()
      .resize(LOGO_WIDTH, LOGO_HEIGHT, { fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .timeout({ seconds: SECONDS })
      .raw()
      .toBuffer({ resolveWithObject: true })
    if (!isSeen(drawn.data, drawn.info.channels)) return err({ code: 'unseen' })
    return ok({ png: await encode(drawn), width: drawn.info.width, height: drawn.info.height })
  } catch {
    // The file is corrupt, or takes too long to decode.
    return err({ code: 'not_a_picture' })
  }
}

type Drawn = { data: Buffer; info: OutputInfo }

async function encode({ data, info: { width, height, channels } }: Drawn): Promise<Buffer> {
  const pixels = () => sharp(data, { raw: { width, height, channels } })
  const whole = await pixels().png({ compressionLevel: 9 }).toBuffer()
  return whole.length <= MAX_PNG_BYTES
    ? whole
    : pixels().png({ compressionLevel: 9, palette: true, effort: 3 }).toBuffer()
}

/** Whether a picture shows anything on white: one that is white on transparent, as logos for dark pages are, does not. */
function isSeen(data: Buffer, channels: number): boolean {
  let seen = 0
  for (let at = 0; at < data.length; at += channels) {
    const opacity = channels === 4 ? (data[at + 3] ?? 0) / 255 : 1
    const darkest = Math.min(data[at] ?? 255, data[at + 1] ?? 255, data[at + 2] ?? 255)
    if (opacity * (255 - darkest) >= SEEN) seen += 1
  }
  return seen >= (SEEN_SHARE * data.length) / channels
}
