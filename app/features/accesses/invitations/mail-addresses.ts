import { bareEmail, foldEmail, isEmail } from '#app/kernel/email.ts'
import { isBlank } from '#app/kernel/text.ts'
import type { NumberedRow } from '#app/platform/sheets/delimited.ts'

/** Number of the row of titles that pasted recipients get: they have none of their own. */
export const OWN_TITLES = 0

/** One recipient as mail programs write it: `Ana Pérez <ana@x.cl>`, `"Pérez, Ana" <ana@x.cl>` or `ana@x.cl`. */
const RECIPIENT = /^(?:"([^"]*)"\s*|([^"<>]*))<([^<>\s]+@[^<>\s]+)>$/
const ADDRESS = /^[^\s<>"@]+@[^\s<>"@]+$/
/** Characters of a recipient: a name and an address. Matching takes the square of them. */
const MAX_RECIPIENT = 600

/**
 * The recipients of a mail, pasted as `Ana Pérez <ana@x.cl>, "Soto, Luis" <luis@x.cl>; eva@x.cl`, as rows of name and
 * address under their titles. Undefined for any other list.
 * @param mostRows rows that are read at most
 */
export function readRecipients(text: string, mostRows: number): NumberedRow[] | undefined {
  const parts = splitRecipients(text)
  if (parts.length < 2 && !text.includes('<')) return undefined
  const rows: NumberedRow[] = [{ number: OWN_TITLES, cells: ['Nombre completo', 'Email'] }]
  let isList = text.includes('<')
  for (const { part, line } of parts.slice(0, mostRows)) {
    if (part.length > MAX_RECIPIENT) return undefined
    const [, quoted, bare, address] = RECIPIENT.exec(part) ?? []
    const email = address ?? (ADDRESS.test(part) ? part : undefined)
    if (email === undefined) return undefined
    // An address a line is a list of the template, too.
    isList ||= line === rows.at(-1)?.number
    const name = inOrder(quoted ?? bare ?? '')
    const guess = name === '' ? guessName(email) : ''
    rows.push({ number: line, cells: [name || guess, email], ...(guess !== '' && { guessed: true }) })
  }
  return isList ? rows : undefined
}

/** `Ana Perez` of `ana.perez@x.cl`, to be reviewed by whoever invites; empty for any other address. */
const guessName = (email: string): string =>
  /^[a-z]{2,}[._-][a-z]{2,}(?=@)/i
    .exec(email)?.[0]
    .split(/[._-]/)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1).toLowerCase())
    .join(' ') ?? ''

/** 'Pérez, Ana' as 'Ana Pérez'. */
function inOrder(name: string): string {
  const [last = '', first, ...more] = name.split(',').map(part => part.trim())
  return first && more.length === 0 ? `${first} ${last}` : name.trim()
}

/** Parts between commas, semicolons and line breaks that are not within quotes or brackets, with their lines. */
function splitRecipients(text: string): { part: string; line: number }[] {
  const parts: { part: string; line: number }[] = []
  let line = 1
  for (const row of text.split(/\r\n|\r|\n/)) {
    for (const [part] of row.matchAll(/(?:"[^"]*"|<[^<>]*>|[^,;"<]|["<])+/g)) {
      if (part.trim() !== '') parts.push({ part: part.trim(), line })
    }
    line += 1
  }
  return parts
}

/** Why a text that somebody wrote as an address is none, for whoever has to correct it; undefined where nothing special is wrong. */
export function emailProblem(text: string): string | undefined {
  const bare = bareEmail(text)
  if (isBlank(bare)) return 'Falta el correo'
  const [local = '', host, another] = bare.split('@')
  if (host === undefined) return 'El correo no tiene @'
  if (another !== undefined) return 'Deja un solo correo por persona'
  if (/\s/.test(bare))
    return bare.split(' ').some(word => isEmail(foldEmail(word)))
      ? 'Deja solo el correo, sin nada más'
      : 'El correo tiene un espacio'
  return /[^\0-\x7f]/.test(local) ? 'Antes de la @, un correo no lleva tildes ni eñes' : undefined
}
