import type { EvidenceCount } from '#app/features/questionnaires/evidence.ts'
import { formatInteger, inNumber } from '#app/kernel/format.ts'
import type { Tallies } from './tallies.ts'

/** The levels that evidence is asked about: whoever says that little is in place has nothing to show. */
const SHOWN_LEVELS: readonly number[] = [4, 5]

/**
 * How many of the people at level 4 or 5 of a question gave no evidence. Null where nobody is there, and where nobody gave evidence at these
 * levels of any question: a purchase that was answered before evidence could be given, or by people who were not told of it, is not said to
 * lack it.
 */
export function countEvidence(
  { options, evidence = [] }: Pick<Tallies, 'options' | 'evidence'>,
  field: string,
): EvidenceCount | null {
  if (evidence.length === 0) return null
  const sum = (rows: readonly { people: number }[]) => rows.reduce((total, { people }) => total + people, 0)
  const of = sum(options.filter(each => each.field === field && SHOWN_LEVELS.includes(each.option)))
  return of === 0 ? null : { without: of - sum(evidence.filter(each => each.field === field)), of }
}

/** The counts of several questions, or areas, together; null without any. */
export function addEvidence(parts: readonly { evidence: EvidenceCount | null }[]): EvidenceCount | null {
  const counts = parts.flatMap(({ evidence }) => evidence ?? [])
  return counts.length === 0
    ? null
    : {
        without: counts.reduce((total, { without }) => total + without, 0),
        of: counts.reduce((total, { of }) => total + of, 0),
      }
}

/** `sin evidencia: 3 de 7`. */
export const evidenceText = ({ without, of }: EvidenceCount): string =>
  `sin evidencia: ${formatInteger(without)} de ${formatInteger(of)}`

/** The same of all questions, as a sentence. */
export const evidenceSentence = ({ without, of }: EvidenceCount): string =>
  `Sin evidencia: ${formatInteger(without)} de ${formatInteger(of)} ${inNumber(of, 'respuesta', 'respuestas')} en niveles 4 y 5. Dar evidencia, una nota o un enlace, es opcional.`
