/** The encodings of a file that says nothing about its own: whoever uploads it sees which one was taken. */
export const GUESSED_ENCODINGS = {
  'windows-1252': 'Windows (Latin-1)',
  macintosh: 'Mac OS Roman',
  cp850: 'MS-DOS (850)',
  'utf-16': 'UTF-16',
  'utf-8': 'UTF-8 con letras dañadas',
} as const
export type GuessedEncoding = keyof typeof GUESSED_ENCODINGS

/** The text of a file. `guessed`: the encoding that its letters suggest; null where the bytes leave no doubt. */
export type DecodedText = { text: string; guessed: GuessedEncoding | null }

/** Bytes in which letters are weighed, and those in which the zeros of UTF-16 are looked for. */
const WEIGHED_BYTES = 200_000
const LOOKED_AT = 2000

/**
 * The text of a file of unknown origin: UTF-8 or UTF-16 by their marks or their bytes, else whichever of the usual encodings makes the
 * most plausible Spanish. Never fails: every byte means something in Windows-1252, which Excel in es-CL writes.
 */
export function decodeText(bytes: Uint8Array): DecodedText {
  const marked = unicodeOf(bytes)
  if (marked) return { text: new TextDecoder(marked).decode(bytes), guessed: null }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), guessed: null }
  } catch {
    return mostPlausible(bytes)
  }
}

/** The form of UTF-16 by its mark, or by its zeros: half of the bytes of a text in Latin letters. */
export function unicodeOf(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0]
  const end = Math.min(bytes.length, LOOKED_AT)
  for (let at = 0; at < end; at += 1) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  const many = end * 0.35
  if (bytes.length % 2 === 1 || Math.min(even, odd) > 2) return undefined
  return odd > many ? 'utf-16le' : even > many ? 'utf-16be' : undefined
}

const CP850 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** A page of DOS that `TextDecoder` doesn't have: Excel's 'CSV (MS-DOS)' and old payroll programs write it. */
const decodeCp850 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/[\x80-\xff]/g, character => CP850.charAt(character.charCodeAt(0) - 128))

const DECODERS: readonly (readonly [GuessedEncoding, (bytes: Uint8Array) => string])[] = [
  ['windows-1252', bytes => new TextDecoder('windows-1252').decode(bytes)],
  ['macintosh', bytes => new TextDecoder('macintosh').decode(bytes)],
  ['cp850', decodeCp850],
  // A file of two encodings, or one that was cut in the middle of a letter.
  ['utf-8', bytes => new TextDecoder('utf-8').decode(bytes)],
]

function mostPlausible(bytes: Uint8Array): DecodedText {
  const sample = bytes.subarray(0, WEIGHED_BYTES)
  const scores = DECODERS.map(([, decode]) => plausibility(decode(sample)))
  const [guessed, decode] = DECODERS[scores.indexOf(Math.max(...scores))] ?? ['windows-1252', () => '']
  return { text: decode(bytes), guessed }
}

const SPANISH = new Set('áéíóúüñÁÉÍÓÚÜÑ')
const NEIGHBOURS = new Set('àâãäçèêëìîïòôõöùûÀÂÃÄÇÈÊËÌÎÏÒÔÕÖÙÛ')
const SIGNS = new Set('“”‘’«»°ºª¿¡–—…€·´§®™©½²±×')
/** Signs that stand between two letters. */
const JOINING = new Set('’·´')

const isUpper = (character: string): boolean => /\p{Lu}/u.test(character)
const isLower = (character: string): boolean => /\p{Ll}/u.test(character)

/** How much the letters and signs beyond ASCII look like those of a Spanish text: wrongly decoded ones fall in the middle of words. */
function plausibility(text: string): number {
  let score = 0
  for (const match of text.matchAll(/[^\0-\x7f]/g)) {
    const at = match.index
    score += weight(match[0], text.charAt(at - 1), text.charAt(at + 1))
  }
  return score
}

function weight(character: string, before: string, after: string): number {
  if (character === '\u00a0') return 0
  const isBetween = /\p{L}/u.test(before) && /\p{L}/u.test(after)
  if (/\p{L}/u.test(character) && !SIGNS.has(character)) {
    const isOdd = (isUpper(character) && isLower(before)) || (isLower(character) && isUpper(before) && isUpper(after))
    if (isOdd) return -1
    return SPANISH.has(character) ? 2 : NEIGHBOURS.has(character) ? 0.5 : -2
  }
  if (JOINING.has(character)) return isBetween ? 0.5 : 0
  if (SIGNS.has(character)) return isBetween ? -1.5 : 0.5
  return /\p{Cc}|\ufffd|[\u2500-\u259f]/u.test(character) ? -3 : -1.5
}
