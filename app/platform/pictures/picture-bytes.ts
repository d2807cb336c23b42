const JPEG = Buffer.from([0xff, 0xd8, 0xff])
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])

/** JPEG, PNG or WebP by its first bytes, whatever its name. No other bytes are passed to a decoder. */
export const isPicture = (bytes: Buffer): boolean =>
  bytes.subarray(0, 3).equals(JPEG) ||
  bytes.subarray(0, 8).equals(PNG) ||
  (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP')
