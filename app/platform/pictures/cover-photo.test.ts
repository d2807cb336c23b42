import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { bomb } from './bomb.test-support.ts'
import { makeCoverPhoto } from './cover-photo.server.ts'
import { MAX_PHOTO_BYTES } from './photo-limits.ts'

const photo = (width: number, height: number, format: 'png' | 'jpeg' | 'webp' = 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#b2501f' } })
    .toFormat(format)
    .toBuffer()

describe('an uploaded picture', () => {
  // shows: B5.3
  it.each(['jpeg', 'png', 'webp'] as const)('is re-encoded from %s in two sizes, without metadata', async format => {
    const sent = await sharp(await photo(2000, 2000, format))
      .withExif({ IFD0: { Copyright: 'secreto' } })
      .toFormat(format)
      .toBuffer()
    const made = await makeCoverPhoto(sent)
    if (!made.ok) throw new Error(made.error.code)
    const [wide, card] = await Promise.all([sharp(made.value.wide).metadata(), sharp(made.value.card).metadata()])
    expect([wide.format, wide.width, wide.height, wide.exif]).toEqual(['webp', 1280, 640, undefined])
    expect([card.width, card.height]).toEqual([640, 320])
    expect(made.value.wide.includes('secreto')).toBe(false)
  })

  it("respects the camera's orientation", async () => {
    const lying = await sharp(await photo(400, 900))
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect((await makeCoverPhoto(lying)).ok).toBe(true)
  })

  // shows: B5.3
  it.each([
    ['a text', Buffer.from('hola'), 'not_a_picture'],
    ['nothing', Buffer.alloc(0), 'not_a_picture'],
    ['a page', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"/>'), 'not_a_picture'],
    ['a PDF', Buffer.from('%PDF-1.7'), 'not_a_picture'],
    ['the beginning of a JPEG', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]), 'not_a_picture'],
    ['a bomb', bomb(60_000, 60_000), 'too_many_pixels'],
    ['a broken PNG', bomb(1280, 640), 'not_a_picture'],
    ['more bytes than may be', Buffer.alloc(MAX_PHOTO_BYTES + 1), 'too_large'],
  ])('is refused when it is %s', async (_, bytes, code) => {
    expect(await makeCoverPhoto(bytes)).toEqual({ ok: false, error: { code } })
  })

  it('is refused when it is too small for a card, or truncated', async () => {
    expect(await makeCoverPhoto(await photo(639, 400))).toEqual({ ok: false, error: { code: 'too_small' } })
    const whole = await photo(1280, 900, 'png')
    expect(await makeCoverPhoto(whole.subarray(0, whole.length / 2))).toMatchObject({
      error: { code: 'not_a_picture' },
    })
  })
})
