import { IMPORTANCES, type Questionnaire, type Section } from '#app/features/questionnaires/questionnaire.ts'
import { formatLevel } from '#app/kit/ui/format-level.ts'

/** A figure for some sections, by their number. */
export type BySection = Readonly<Record<string, number>>

/** What a buyer set for a round; the questionnaire's hold for the other sections. */
export type OwnTargets = {
  /** Levels to reach, 1 to 5. */
  section_targets: BySection
  /** Importance, 1 to 3 (IMPORTANCES). */
  section_weights: BySection
}

/** A questionnaire with a round's own targets and importance in the place of its, which stay beside them as `proposed`. */
export const withTargets = (
  questionnaire: Questionnaire,
  { section_targets, section_weights }: OwnTargets,
): Questionnaire => ({
  ...questionnaire,
  sections: questionnaire.sections.map(section => ({
    ...section,
    proposed: { targetLevel: section.targetLevel, weight: section.weight },
    targetLevel: section_targets[section.id] ?? section.targetLevel,
    weight: section_weights[section.id] ?? section.weight,
  })),
})

/** A figure of an area with what the questionnaire proposes, which is null where nobody set another. */
export type Measure = { target: number; proposed: number | null }

export const measureTarget = ({ targetLevel: target, proposed }: Section): Measure => ({
  target,
  proposed: proposed === undefined || proposed.targetLevel === target ? null : proposed.targetLevel,
})

/** `Objetivo 4,0`; one that the buyer set says so, with the proposed one beside it. */
export const targetText = ({ target, proposed }: Measure): string =>
  `Objetivo ${formatLevel(target)}${setNote(proposed)}`

/** What follows a target that the buyer set; nothing after a proposed one. */
export const setNote = (proposed: number | null): string =>
  proposed === null ? '' : `, fijado para esta compra (se propone ${formatLevel(proposed)})`

/** `Importancia alta`, likewise. */
export function importanceText({ weight, proposed }: Pick<Section, 'weight' | 'proposed'>): string {
  const word = (importance: number) => IMPORTANCES[importance - 1]?.toLowerCase() ?? ''
  const set = proposed !== undefined && proposed.weight !== weight
  return `Importancia ${word(weight)}${set ? `, fijada para esta compra (se propone ${word(proposed.weight)})` : ''}`
}

/** The form's fields of a section. */
export const targetName = (sectionId: number): string => `target.${sectionId}`
export const weightName = (sectionId: number): string => `weight.${sectionId}`

type Choice = { selected: number; proposed: number }

/**
 * What fixes the targets of an item: its first answer, or, where nobody is told that somebody has begun, the publication of its first
 * round, a moment that its buyer causes.
 */
export type TargetsEnd = 'answered' | 'published'

/** What the form shows: target and importance of each area, until they are fixed. */
export type ItemTargets = {
  until: TargetsEnd
  areas: { id: number; name: string; target: Choice; weight: Choice }[]
  levels: { level: number; name: string }[]
}
