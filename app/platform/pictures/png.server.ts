import sharp from 'sharp'

// One picture is drawn at a time and none is kept: the shop keeps the finished ones itself.
sharp.concurrency(1)
sharp.cache(false)

/** Draws an SVG of known size as PNG. @throws when it is no SVG. */
export const drawPng = (svg: string): Promise<Buffer> =>
  sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true, quality: 92 }).toBuffer()
