import sharp from 'sharp'
import { err, ok, type Result } from '#app/kernel/result.ts'
import { MAX_PHOTO_BYTES, MIN_HEIGHT, MIN_WIDTH } from './photo-limits.ts'
import { isPicture } from './picture-bytes.ts'

sharp.concurrency(1)
sharp.cache(false)

/** Pixels that it may decode to: a file of a few kilobytes can declare billions. */
const MAX_PIXELS = 40_000_000
const SECONDS = 10

const SIZES = { wide: [1280, 640], card: [640, 320] } as const

/** A product's picture in the two sizes that pages show, as WebP without what cameras write into files. */
export type CoverPhoto = { wide: Buffer; card: Buffer }

export type PhotoFailure = { code: 'too_large' | 'not_a_picture' | 'too_many_pixels' | 'too_small' }

/** Pictures are decoded one at a time, because each takes about 150 MB. */
let running: Promise<unknown> = Promise.resolve()

/** Re-encodes an uploaded picture, cropped to 2:1 around its most salient part. The original file is not stored. */
export function makeCoverPhoto(bytes: Buffer): Promise<Result<CoverPhoto, PhotoFailure>> {
  const made = running.then(() => draw(bytes))
  running = made.catch(() => undefined)
  return made
}

async function draw(bytes: Buffer): Promise<Result<CoverPhoto, PhotoFailure>> {
  if (bytes.length > MAX_PHOTO_BYTES) return err({ code: 'too_large' })
  if (!isPicture(bytes)) return err({ code: 'not_a_picture' })
  const open = () => sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error', animated: false })
  try {
    const { width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (width * height > MAX_PIXELS) return err({ code: 'too_many_pixels' })
    if (autoOrient.width < MIN_WIDTH || autoOrient.height < MIN_HEIGHT) return err({ code: 'too_small' })
    const sized = (name: keyof typeof SIZES) =>
      open()
        .autoOrient()
        .resize(SIZES[name][0], SIZES[name][1], { fit: 'cover', position: 'attention' })
        .toColourspace('srgb')
        .webp({ quality: 80, effort: 4 })
        .timeout({ seconds: SECONDS })
        .toBuffer()
    const wide = await sized('wide')
    return ok({ wide, card: await sized('card') })
  } catch {
    // The file is corrupt, or takes too long to decode.
    return err({ code: 'not_a_picture' })
  }
}
