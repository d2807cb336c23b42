import sharp from 'sharp'
import { read } from '#app/platform/pictures/make-logo.server.ts'
import type { PrintedHolder } from './logos.server.ts'

/** A name as long as documents show it, of words that nobody can break well. */
export const LONG_NAME = 'Corporación Interprovincial de Cooperativas Vitivinicultoras'

/** A picture of these pixels with a bar in a colour, half of it transparent, as somebody may upload it. */
export const drawLogo = (width: number, height: number, colour = '#b2501f'): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } } })
    .composite([
      { input: { create: { width: Math.ceil(width / 2), height, channels: 3, background: colour } }, gravity: 'west' },
    ])
    .png()
    .toBuffer()

/** An organisation whose logo was drawn from a picture of these pixels. */
export async function holderWith(width: number, height: number, name = LONG_NAME): Promise<PrintedHolder> {
  const made = await read(await drawLogo(width, height))
  if (!made.ok) throw new Error(made.error.code)
  return { name, logo: { ...made.value, hash: '0'.repeat(64) } }
}
