import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { createUploadReader } from '#app/platform/uploads/upload-reader.server.ts'
import { bomb } from './bomb.test-support.ts'
import { LOGO_HEIGHT, LOGO_WIDTH, MAX_LOGO_BYTES } from './logo-limits.ts'
import { MAKE_LOGO, read } from './make-logo.server.ts'

const COPPER = { r: 178, g: 80, b: 31, alpha: 1 }

/** A copper bar on nothing. */
const drawing = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } }).composite([
    {
      input: { create: { width: Math.ceil(width / 2), height, channels: 4, background: COPPER } },
      gravity: 'west',
    },
  ])

/** Noise, which no encoder makes small. */
const noise = (width: number, height: number, channels: 3 | 4) =>
  sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })

async function made(bytes: Uint8Array) {
  const result = await read(bytes)
  if (!result.ok) throw new Error(result.error.code)
  return result.value
}

describe('an uploaded logo', () => {
  it.each(['png', 'jpeg', 'webp'] as const)('is drawn from %s as a PNG without metadata', async format => {
    const sent = await drawing(1800, 600)
      .flatten({ background: '#fff' })
      .withExif({ IFD0: { Copyright: 'secreto' } })
      .toFormat(format)
      .toBuffer()
    const { png, width, height } = await made(sent)
    const { exif, icc, xmp, ...seen } = await sharp(png).metadata()
    expect([seen.format, seen.width, seen.height]).toEqual(['png', width, height])
    expect([width, height]).toEqual([600, 200])
    expect([exif, icc, xmp]).toEqual([undefined, undefined, undefined])
    expect(png.includes('secreto')).toBe(false)
  })

  it('keeps what is transparent, also where it has to be drawn in fewer colours', async () => {
    const fine = await made(await drawing(500, 200).png().toBuffer())
    const coarse = await made(await noise(900, 400, 4).png().toBuffer())
    for (const { png } of [fine, coarse]) {
      expect(png.length).toBeLessThanOrEqual(256 * 1024)
      expect((await sharp(png).stats()).isOpaque).toBe(false)
    }
    const { data, info } = await sharp(fine.png).raw().toBuffer({ resolveWithObject: true })
    expect([data[3], data[data.length - 1], info.channels]).toEqual([255, 0, 4])
    expect([...data.subarray(0, 3)]).toEqual([COPPER.r, COPPER.g, COPPER.b])
  })

  it.each([
    ['a wide one', 4000, 200, 600, 30],
    ['a tall one', 100, 2000, 12, 240],
    ['a square one', 3000, 3000, 240, 240],
    ['a small one', 120, 40, 120, 40],
    ['a line', 20_000, 4, 600, 1],
  ])('has its own proportions: %s', async (_, width, height, ...drawn) => {
    const logo = await made(await drawing(width, height).png().toBuffer())
    expect([logo.width, logo.height]).toEqual(drawn)
    expect(logo.width).toBeLessThanOrEqual(LOGO_WIDTH)
    expect(logo.height).toBeLessThanOrEqual(LOGO_HEIGHT)
  })

  it('has the colours of a screen, whatever those of the file are', async () => {
    const grey = sharp({ create: { width: 300, height: 100, channels: 3, background: '#808080' } })
    for (const sent of [
      await grey.clone().toColourspace('b-w').png().toBuffer(),
      await grey.clone().toColourspace('cmyk').jpeg().toBuffer(),
      await grey.clone().toColourspace('rgb16').png().toBuffer(),
    ]) {
      const { space, depth } = await sharp((await made(sent)).png).metadata()
      expect([space, depth]).toEqual(['srgb', 'uchar'])
    }
  })

  it('stands as its camera held it, and is the first picture of an animation', async () => {
    const turned = await drawing(300, 600)
      .flatten({ background: '#fff' })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    expect(await made(turned)).toMatchObject({ width: 480, height: 240 })
    const frames = await Promise.all([drawing(300, 100), drawing(300, 100)].map(frame => frame.png().toBuffer()))
    const moving = await sharp(frames, { join: { animated: true } })
      .webp()
      .toBuffer()
    expect(await made(moving)).toMatchObject({ width: 300, height: 100 })
  })

  it('leaves behind what a file has after its picture', async () => {
    const picture = await drawing(300, 100).png().toBuffer()
    for (const hidden of ['<script>alert(1)</script>', 'PK\u0003\u0004', '%PDF-1.7']) {
      const { png } = await made(Buffer.concat([picture, Buffer.from(hidden)]))
      expect(png.includes(hidden)).toBe(false)
    }
  })
})

describe('a logo is refused', () => {
  const SVG = '<svg xmlns="http://www.w3.org/2000/svg" width="900" height="900"><rect width="900" height="900"/></svg>'
  it.each([
    ['a text with the name of a picture', Buffer.from('hola'), 'not_a_picture'],
    ['nothing', Buffer.alloc(0), 'not_a_picture'],
    ['a drawing of markup', Buffer.from(SVG), 'not_a_picture'],
    [
      'a page that begins like a JPEG',
      Buffer.from('\u00ff\u00d8\u00ff<html><script>1</script>', 'latin1'),
      'not_a_picture',
    ],
    ['a GIF', Buffer.from('GIF89a'), 'not_a_picture'],
    ['a bomb', bomb(60_000, 60_000), 'too_many_pixels'],
    ['a broken PNG', bomb(600, 240), 'not_a_picture'],
    ['more bytes than may be', Buffer.alloc(MAX_LOGO_BYTES + 1), 'too_large'],
  ])('that is %s', async (_, bytes, code) => {
    expect(await read(bytes)).toEqual({ ok: false, error: { code } })
  })

  it.each(['png', 'jpeg', 'webp'] as const)('that is the first half of a %s', async format => {
    const whole = await noise(900, 400, 3).toFormat(format).toBuffer()
    expect(await read(whole.subarray(0, whole.length / 2))).toEqual({ ok: false, error: { code: 'not_a_picture' } })
  })

  it('that is too small, or white on white', async () => {
    expect(await read(await drawing(99, 60).png().toBuffer())).toEqual({ ok: false, error: { code: 'too_small' } })
    const white = drawing(600, 240).linear([0, 0, 0, 1], [255, 255, 255, 0])
    expect(await read(await white.png().toBuffer())).toEqual({ ok: false, error: { code: 'unseen' } })
    const empty = sharp({
      create: { width: 600, height: 240, channels: 4, background: { r: 9, g: 9, b: 9, alpha: 0 } },
    })
    expect(await read(await empty.png().toBuffer())).toEqual({ ok: false, error: { code: 'unseen' } })
  })
})

describe('the process of uploads', () => {
  const reader = createUploadReader({ warn: () => {} })
  afterAll(() => reader.close())

  it('draws a logo, and says why not', async () => {
    const sent = await drawing(300, 100).png().toBuffer()
    const drawn = await reader.read<typeof read>(MAKE_LOGO, sent, 'ana')
    expect(drawn).toMatchObject({ ok: true, value: { width: 300, height: 100 } })
    expect(await reader.read<typeof read>(MAKE_LOGO, Buffer.from('hola'), 'ana')).toEqual({
      ok: false,
      error: { code: 'not_a_picture' },
    })
  })
})
