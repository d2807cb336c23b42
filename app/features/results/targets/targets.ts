import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'

/** A figure for some sections, by their number. */
export type BySection = Readonly<Record<string, number>>

/** What a buyer set for a round; the questionnaire's hold for the other sections. */
export type OwnTargets = {
  /** Levels to reach, 1 to 5. */
  section_targets: BySection
  /** Importance, 1 to 3 (IMPORTANCES). */
  section_weights: BySection
}

/** A questionnaire with a round's own targets and importance in the place of its. */
export const withTargets = (
  questionnaire: Questionnaire,
  { section_targets, section_weights }: OwnTargets,
): Questionnaire => ({
  ...questionnaire,
  sections: questionnaire.sections.map(section => ({
    ...section,
    targetLevel: section_targets[section.id] ?? section.targetLevel,
    weight: section_weights[section.id] ?? section.weight,
  })),
})

/** The form's fields of a section. */
export const targetName = (sectionId: number): string => `target.${sectionId}`
export const weightName = (sectionId: number): string => `weight.${sectionId}`

type Choice = { chosen: number; proposed: number }

/** What the form shows: target and importance of each area, until the first answer. */
export type ItemTargets = {
  areas: { id: number; name: string; target: Choice; weight: Choice }[]
  levels: { level: number; name: string }[]
}
