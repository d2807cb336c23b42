import { countOf } from '#app/kernel/format.ts'
import { isLonger, lengthOf } from '#app/kernel/text.ts'
import { EVIDENCE_MAX, type EvidencePart, isEvidenceValid, readEvidenceField } from './evidence.ts'
import { tooLongAnswer } from './respond-texts.ts'

export const EVIDENCE_HINT = 'Un documento, acuerdo o ejemplo que muestra este nivel. Lo lee quien ve tus resultados.'
const WRONG_LINK = 'Escribe un enlace que empiece con https://, sin espacios ni claves'

/** What is wrong with a part of somebody's evidence, which is kept on the screen; undefined where it can be saved. */
export function evidenceError(part: EvidencePart, text: string): string | undefined {
  if (isEvidenceValid(part, text)) return undefined
  const measured = part === 'link' ? text.trim() : text
  return isLonger(measured, EVIDENCE_MAX)
    ? `Tiene ${countOf(lengthOf(measured), 'carácter', 'caracteres')} y caben ${EVIDENCE_MAX}: acorta el texto para guardarlo`
    : WRONG_LINK
}

/** Why a text of a section can't be saved. */
export function refusedText(field: string, text: string): string {
  const evidence = readEvidenceField(field)
  return (evidence && evidenceError(evidence.part, text)) ?? tooLongAnswer(lengthOf(text))
}
