import { type Scale, scaleControl } from '#app/features/questionnaires/drafts/scales.ts'
import type { Problem } from '#app/features/questionnaires/field-rules.ts'

/** A screen of the editor: 'general', 'niveles', 'escalas', or a section's number from 1. */
export type DraftPart = 'general' | 'niveles' | 'escalas' | number

export const PART_NAMES = { general: 'General', niveles: 'Niveles', escalas: 'Escalas' } as const

/** The part of an address or a form; 'general' for anything else. @param sections how many there are. */
export function readPart(value: string | null | undefined, sections: number): DraftPart {
  if (value === 'niveles' || value === 'escalas') return value
  const section = Number(value ?? '')
  return Number.isInteger(section) && section > 0 && section <= sections ? section : 'general'
}

/** The address of a part within the editor. */
export const partAddress = (part: DraftPart): string => `?seccion=${part === 'general' ? 0 : part}`

/** Where a problem is mended. */
export const partOf = ({ section, control }: Problem): DraftPart =>
  section ?? (control?.startsWith('level.') ? 'niveles' : 'general')

/** The anchor of a control, by its name. */
export const anchorOf = (name: string): string => `campo-${name}`
/** The anchor of a question, by its field. */
export const questionAnchor = (field: string): string => `pregunta-${field}`
/** The anchor of a section's own fields. */
export const SECTION_ANCHOR = 'seccion'

/** Where a problem is mended, down to the control. @param draft the editor's address, empty where it is open. */
export function problemAddress(problem: Problem, draft = ''): string {
  const { control, field } = problem
  const anchor = control === undefined ? field && questionAnchor(field) : anchorOf(control)
  return `${draft}${partAddress(partOf(problem))}${anchor === undefined ? '' : `#${anchor}`}`
}

/** The problems of the controls of a part. A point of a scale has those of the first question that uses it. */
export const problemsIn = (part: DraftPart, problems: readonly Problem[], scales: readonly Scale[]): Problem[] =>
  part === 'escalas'
    ? scales.flatMap(({ points, questions: [first] }, scale) =>
        points.flatMap((_, position) =>
          problems
            .filter(({ control }) => control === `${first?.field}.option.${position + 1}`)
            .map(problem => ({ ...problem, control: scaleControl(scale, position + 1) })),
        ),
      )
    : problems.filter(problem => partOf(problem) === part)
