import { isBlank, isLonger } from '#app/kernel/text.ts'
import type { Audience } from './stage.ts'

/** What shows the level of a closed question, if its person wants to give it: a note and a link, each stored as an answer of its own. */
export const EVIDENCE_PARTS = ['note', 'link'] as const
export type EvidencePart = (typeof EVIDENCE_PARTS)[number]

/** Maximum characters of a note and of a link. */
export const EVIDENCE_MAX = 500
/** Characters that a part's name adds to that of its question. */
export const EVIDENCE_SUFFIX = 5

/** Whether evidence may be given: it is read by whoever reads the answers, so that confidential ones have none. */
export const takesEvidence = (audience: Audience): boolean => audience.kind === 'oneself' || !audience.confidential

/** The name that a part of a question's evidence is stored under. Names of questions have no colon. */
export const evidenceField = (field: string, part: EvidencePart): string => `${field}:${part}`

/** Which part of which question's evidence a field is; undefined for an answer. */
export function readEvidenceField(field: string): { of: string; part: EvidencePart } | undefined {
  const [of = '', name, ...more] = field.split(':')
  const part = EVIDENCE_PARTS.find(each => each === name)
  return part === undefined || more.length > 0 ? undefined : { of, part }
}

/** Blanks, controls and characters that nobody sees or that turn the direction of what is read. */
const UNSEEN = /[\s\p{Cc}\p{Cf}\p{Z}\\]/u

/** A link as it is followed, and the host that people see beside it, in ASCII: letters of other scripts can't pass for Latin ones. */
export type EvidenceLink = { href: string; host: string }

/** A typed link; undefined for what is none: another protocol, a name or password in it, something unseen, or no host. */
export function readEvidenceLink(typed: string): EvidenceLink | undefined {
  const text = typed.trim()
  if (!/^https:\/\/[^/]/i.test(text) || UNSEEN.test(text) || isLonger(text, EVIDENCE_MAX) || !URL.canParse(text)) {
    return undefined
  }
  const { protocol, username, password, host, href } = new URL(text)
  return protocol === 'https:' && username === '' && password === '' && host !== '' ? { href, host } : undefined
}

/** Whether a part may be stored; an empty one takes back what was given. */
export function isEvidenceValid(part: EvidencePart, text: string): boolean {
  if (part === 'note') return !isLonger(text, EVIDENCE_MAX)
  return text.trim() === '' || readEvidenceLink(text) !== undefined
}

/** A part as it is stored. Links begin with the protocol in lower case, as the database asks for it. */
export const storedEvidence = (part: EvidencePart, text: string): string =>
  part === 'link' ? text.trim().replace(/^https:/i, 'https:') : isBlank(text) ? '' : text

/** What somebody gave for one question. */
export type Evidence = { note: string | null; link: EvidenceLink | null }

/** The evidence of a question among somebody's answers; null where there is none. */
export function evidenceOf(answers: Readonly<Record<string, unknown>>, field: string): Evidence | null {
  const textOf = (part: EvidencePart): string => {
    const given = answers[evidenceField(field, part)]
    return typeof given === 'string' ? given.trim() : ''
  }
  const note = textOf('note') || null
  const link = readEvidenceLink(textOf('link')) ?? null
  return note === null && link === null ? null : { note, link }
}

/** How many answers of a kind have no evidence, and how many there are. */
export type EvidenceCount = { without: number; of: number }

export const EVIDENCE_LABELS: Readonly<Record<EvidencePart, string>> = { note: 'Nota', link: 'Enlace' }
