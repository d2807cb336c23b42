import { listFields, type PublishedField } from '#app/features/questionnaires/drafts/draft.ts'
import type { Questionnaire } from './questionnaire.ts'

/** The questionnaire behind the specified wide form (dama_assessments): 40 closed and 16 open columns. */
export const DAMA_QUESTIONNAIRE = 'dama-dmbok2'

/** The location of a problem: a section (from 1) and a field in it, or neither for the questionnaire as a whole. */
export type FieldLocation = { section?: number | undefined; field?: string | undefined }
export type Problem = FieldLocation & {
  text: string
  /** The editor's control that mends it, by its name. */
  control?: string | undefined
  /** What the control says: the text without its location. */
  reason?: string | undefined
}

export const DAMA_FIXED =
  'Los informes de DAMA usan estas 40 preguntas cerradas y 16 abiertas: puedes cambiar sus textos, pero no agregar, quitar ni mover.'

/**
 * Why a draft would break what is stored and compared under the fields of earlier versions. Answers are stored by
 * field, and results are grouped by section: so a field keeps its kind and its section, and a published section keeps
 * its position.
 * @param versions all published ones, oldest first.
 */
export function brokenFields(
  draft: Pick<Questionnaire, 'id' | 'sections'>,
  versions: readonly Questionnaire[],
): Problem[] {
  const newest = versions.at(-1)
  if (!newest) return []
  const fields = listFields(draft)
  if (draft.id === DAMA_QUESTIONNAIRE) return brokenDama(fields, listFields(versions[0] ?? newest))
  return [...brokenSections(draft, newest), ...fields.flatMap(field => brokenField(field, versions))]
}

const joinFieldNames = (fields: readonly PublishedField[]): string => fields.map(({ field }) => field).join()

const brokenDama = (fields: readonly PublishedField[], first: readonly PublishedField[]): Problem[] =>
  joinFieldNames(fields) === joinFieldNames(first) ? [] : [{ text: DAMA_FIXED }]

/** A published section is identified by still containing one of its questions. */
function brokenSections(draft: Pick<Questionnaire, 'sections'>, newest: Questionnaire): Problem[] {
  return newest.sections.flatMap((section, index) => {
    const requested = new Set((draft.sections[index]?.questions ?? []).map(({ field }) => field))
    if (section.questions.some(({ field }) => requested.has(field))) return []
    const text = `La sección ${index + 1} «${section.title}» está publicada: debe seguir en su lugar y conservar al menos una de sus preguntas, porque los resultados se comparan por sección.`
    return [{ section: index + 1, text }]
  })
}

function brokenField({ field, kind, section }: PublishedField, versions: readonly Questionnaire[]): Problem[] {
  const before = versions.flatMap(listFields).find(published => published.field === field)
  if (!before) return []
  if (before.kind !== kind) {
    const was = before.kind === 'closed' ? 'cerrada' : 'abierta'
    return [{ section, field, text: `El campo ${field} se publicó como pregunta ${was}: usa otro nombre de campo.` }]
  }
  if (before.section !== section) {
    const text = `La pregunta ${field} se publicó en la sección ${before.section} y no puede cambiar de sección: crea una nueva.`
    return [{ section, field, text }]
  }
  return []
}
