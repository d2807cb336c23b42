/** A content encoding of cached answers, in order of preference. */
export type Encoding = 'br' | 'gzip'

/**
 * The preferred encoding that a visitor accepts, undefined for none. A quality of 0 is a refusal, also of what '*'
 * would allow (RFC 9110, section 12.5.3).
 */
export function bestEncoding(accepted: string | null | undefined): Encoding | undefined {
  const qualities = new Map<string, number>()
  for (const part of (accepted ?? '').toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map(text => text.trim())
    const quality = parameters.find(parameter => parameter.startsWith('q='))?.slice(2)
    if (name !== '') qualities.set(name, quality === undefined ? 1 : Number(quality) || 0)
  }
  const takes = (encoding: Encoding) => (qualities.get(encoding) ?? qualities.get('*') ?? 0) > 0
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : undefined
}
