import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from 'node:zlib'

/** A content encoding of answers, in order of preference. */
export type Encoding = 'br' | 'gzip'

const brotliAsync = promisify(brotliCompress)
const gzipAsync = promisify(gzip)

/** The smallest window of Brotli, as a power of two, that holds this many bytes (RFC 7932, section 9.1). */
const windowOf = (bytes: number): number =>
  Math.min(
    Math.max(Math.ceil(Math.log2(bytes + 16)), constants.BROTLI_MIN_WINDOW_BITS),
    constants.BROTLI_DEFAULT_WINDOW,
  )

/** The default window of 4 MiB is cleared for every small text, which takes six times as long as compressing it. */
const brotliOptions = (content: Buffer, quality: number) => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    [constants.BROTLI_PARAM_LGWIN]: windowOf(content.length),
  },
})

/** Brotli of a whole text. @param quality from 0, the fastest, to 11 */
export const brotli = (content: Buffer, quality: number) => brotliAsync(content, brotliOptions(content, quality))

/** Bytes up to which handing a text to another thread and back takes longer than compressing it here. */
const AT_ONCE = 128 * 1024

/** A text for one visitor alone: fast, and a few percent longer than what takes five times as long. */
export function compressOnce(content: Buffer, encoding: Encoding) {
  const gzipOptions = { level: constants.Z_BEST_SPEED }
  if (content.length > AT_ONCE) return encoding === 'br' ? brotli(content, 2) : gzipAsync(content, gzipOptions)
  return encoding === 'br' ? brotliCompressSync(content, brotliOptions(content, 2)) : gzipSync(content, gzipOptions)
}

/**
 * The preferred encoding that a visitor accepts, undefined for none. A quality of 0 is a refusal, also of what '*'
 * would allow (RFC 9110, section 12.5.3).
 */
export function bestEncoding(accepted: string): Encoding | undefined {
  const qualities = new Map<string, number>()
  for (const part of accepted.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    if (name !== '') qualities.set(name, quality === undefined ? 1 : Number(quality) || 0)
  }
  const takes = (encoding: Encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}
