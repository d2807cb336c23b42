/** What a body may hold before it is parsed: bytes, and fields of a form or values of a JSON text. */
export type BodyLimits = { bytes: number; fields: number; values: number }

const KIB = 1024

/** A visitor's form or request: no text of some length is expected. */
export const SHORT: BodyLimits = { bytes: 16 * KIB, fields: 100, values: 1000 }
/** The same with texts of several thousand characters, such as answers. */
export const TEXTS: BodyLimits = { bytes: 256 * KIB, fields: 200, values: 5000 }
/** Forms of people who have signed in: their actions look at the session first. */
export const SIGNED_IN: BodyLimits = { bytes: 256 * KIB, fields: 2000, values: 2000 }

const AMPERSAND = 0x26
const COMMA = 0x2c
const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * How many fields or values a body has at most, without parsing it: a form of one-letter fields takes a parser a thousand times
 * longer than this. Of a type that nothing here parses, one.
 */
export function countFields(body: Uint8Array, contentType: string): number {
  if (/^application\/x-www-form-urlencoded\b/i.test(contentType)) return countByte(body, AMPERSAND) + 1
  const boundary = /^multipart\/form-data\b.*?\bboundary=(?:"([^"]*)"|([^;\s]+))/i.exec(contentType)
  if (boundary) return countText(body, `--${boundary[1] ?? boundary[2] ?? ''}`)
  return 1
}

/** How many values a JSON text has at most: the commas outside of its strings, and one. */
export function countValues(body: Uint8Array): number {
  let commas = 0
  let isString = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at]
    if (byte === BACKSLASH && isString) at += 1
    else if (byte === QUOTE) isString = !isString
    else if (byte === COMMA && !isString) commas += 1
  }
  return commas + 1
}

function countByte(body: Uint8Array, byte: number): number {
  let count = 0
  for (let at = body.indexOf(byte); at !== -1; at = body.indexOf(byte, at + 1)) count += 1
  return count
}

function countText(body: Uint8Array, text: string): number {
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength)
  let count = 0
  for (let at = bytes.indexOf(text); at !== -1; at = bytes.indexOf(text, at + text.length)) count += 1
  return count
}

/** Whether a body has more than its address expects; of a type that is neither a form nor said, it may be JSON. */
export const hasTooMuch = (body: Uint8Array, contentType: string, limits: BodyLimits): boolean =>
  body.length > limits.bytes ||
  countFields(body, contentType) > limits.fields ||
  (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\b/i.test(contentType) &&
    countValues(body) > limits.values)

/** Bytes of a body that cost an address as much as a request more. */
const BYTES_PER_POINT = 16 * KIB
/** Points that a body costs at most, however large its file: an address may send a few in ten seconds. */
const MOST_POINTS = 100

/** What a request costs its address, in points of its limit: bodies take time by their size. */
export const costOf = (bytes: number): number =>
  Number.isFinite(bytes) && bytes > 0 ? Math.min(MOST_POINTS, 1 + Math.floor(bytes / BYTES_PER_POINT)) : 1

/** Parameters that an address may have; the screens with most filters have some twenty. */
const MOST_PARAMETERS = 200

/** Whether an address has more parameters than any of the shop's. @param target path and query */
export function hasTooManyParameters(target: string): boolean {
  let count = 1
  for (let at = target.indexOf('&'); at !== -1; at = target.indexOf('&', at + 1)) count += 1
  return count > MOST_PARAMETERS
}
