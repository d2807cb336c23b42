import { createHash } from 'node:crypto'

/** Headers of every response. */
export function commonHeaders(https: boolean): readonly (readonly [string, string])[] {
  return [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin-when-cross-origin'],
    ['X-Frame-Options', 'DENY'],
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=(), usb=()'],
    ...(https ? ([['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']] as const) : []),
  ]
}

/** Headers of an address that holds a token or an id: neither sent as a referrer nor followed by search engines. */
export const secretAddressHeaders = [
  ['Referrer-Policy', 'no-referrer'],
  ['X-Robots-Tag', 'noindex, nofollow'],
] as const

/** The policy of an answer that is no page: whatever a browser takes it for, it runs and loads nothing. */
export const NO_CONTENT_POLICY = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * The policy of a page whose inline scripts are allowed by `sources` (a nonce or hashes).
 * @param formOrigins where its forms may lead besides the shop: browsers apply it to every step of a form's way.
 */
export function contentSecurityPolicy(
  sources: readonly string[],
  https: boolean,
  formOrigins: readonly string[] = [],
): string {
  return [
    "default-src 'none'",
    "object-src 'none'",
    `script-src 'self' ${sources.join(' ')}`.trim(),
    // Components position themselves with style attributes; scripts never get 'unsafe-inline'.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    ["form-action 'self'", ...formOrigins].join(' '),
    "base-uri 'none'",
    "frame-ancestors 'none'",
    ...(https ? ['upgrade-insecure-requests'] : []),
  ].join('; ')
}

/**
 * Turns a page rendered with a nonce into one that can be cached for everybody: the nonce is removed, and the hashes of
 * its scripts are added to the policy. Only the renderer knows the nonce, so an injected script gets no hash.
 */
export function hashInlineScripts(html: string, nonce: string): { html: string; sources: string[] } {
  const mark = ` nonce="${nonce}"`
  const sources = new Set<string>()
  for (const match of html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)) {
    const [, attributes = '', body = ''] = match
    if (!attributes.includes(mark) || body === '') continue
    sources.add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`)
  }
  return { html: html.replaceAll(mark, ''), sources: [...sources] }
}
