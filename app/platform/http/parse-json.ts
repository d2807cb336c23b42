import { storable } from '#app/kernel/text.ts'

/** Escapes of NUL and of halves of characters, which no database takes. */
const REFUSED = /\\u(0000|d[89a-f])/i

/** Parses external text as JSON, with storable texts; undefined where it is invalid. */
export function parseJson(text: string | undefined): unknown {
  try {
    if (text === undefined) return undefined
    return REFUSED.test(text) ? JSON.parse(text, storableMember) : JSON.parse(text)
  } catch {
    return undefined
  }
}

const storableMember = (_: string, value: unknown): unknown => (typeof value === 'string' ? storable(value) : value)
