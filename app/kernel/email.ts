import { foldIdentifier } from './fold.ts'

/** Characters of an e-mail address that the database stores. */
const EMAIL_MAX = 254

/** What RFC 5322 allows before the @ without quotes: atoms of letters, digits and these signs, with single dots between them. */
const LOCAL = /^[\w!#$%&'*+/=?^`{|}~-]+(\.[\w!#$%&'*+/=?^`{|}~-]+)*$/
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/
/** The last label is a name, or one in another script as the DNS writes it ('xn--p1ai'). */
const ENDING = /^([a-z]{2,}|xn--[a-z0-9-]*[a-z0-9])$/
const ANY_HOST = /^[\p{L}\p{N}\p{M}.。-]+$/u

/** Characters of an address with what may be around it. Of a longer text nothing is taken off. */
const AROUND_MAX = 1000
/** What copying brings along: quotes, brackets and the name of the link before it; those, or the end of a sentence, after it. */
const BEFORE = /^["“”„‘’«<[(]*(?:(?:mailto|smtp):)?/i
const AFTER = /["“”’»>\])}.,;:。、]+$/

/**
 * The address in what mail programs, links and phones write around one: `Ana Pérez <ana@x.cl>`, `mailto:ana@x.cl`, `«ana@x.cl»`, `ana@x.cl.`.
 * A text that is no single address with that around it stays as it is.
 */
function withoutAround(text: string): string {
  if (text.length > AROUND_MAX) return text
  const bracketed = /^[^<>@]*<([^<>]+)>[\s.,;]*$/.exec(text)?.[1] ?? text
  const quoted = /^'(.*)'$/.exec(bracketed.trim())?.[1] ?? bracketed
  const bare = quoted.trim().replace(BEFORE, '').replace(AFTER, '').trim()
  return /^[^\s@]*@[^\s@]*$/.test(bare) ? bare : text
}

/** An address as a person reads it: folded as `foldEmail` does, with its capitals and the letters of its domain. */
export const bareEmail = (text: string): string => withoutAround(foldIdentifier(text))

/**
 * An e-mail address as it is stored, compared and sent to: folded, without what copying brings along, in lower case, its domain as the DNS
 * has it ('ana@ñandú.cl' is 'ana@xn--and-6ma2c.cl'). A text that is no address stays one that `isEmail` refuses.
 */
export function foldEmail(text: string): string {
  const folded = bareEmail(text).toLowerCase()
  const at = folded.lastIndexOf('@')
  const host = folded.slice(at + 1)
  if (at < 1 || !ANY_HOST.test(host) || /^[\w.-]*$/.test(host)) return folded
  return URL.canParse(`http://${host}`) ? `${folded.slice(0, at)}@${new URL(`http://${host}`).hostname}` : folded
}

/** Whether a folded text is an e-mail address that mails can be sent to. */
export function isEmail(folded: string): boolean {
  const at = folded.lastIndexOf('@')
  const local = folded.slice(0, at)
  const host = folded.slice(at + 1)
  const labels = host.split('.')
  return (
    at > 0 &&
    folded.length <= EMAIL_MAX &&
    local.length <= 64 &&
    LOCAL.test(local) &&
    labels.length > 1 &&
    labels.every(label => LABEL.test(label)) &&
    ENDING.test(labels.at(-1) ?? '')
  )
}
