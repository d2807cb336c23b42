import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'

/** Target levels, 1 to 5, that a buyer set for a round, by section number. */
export type SectionTargets = Readonly<Record<string, number>>

/** A questionnaire with a round's own targets in the place of its. */
export const withTargets = (questionnaire: Questionnaire, targets: SectionTargets): Questionnaire => ({
  ...questionnaire,
  sections: questionnaire.sections.map(section => ({
    ...section,
    targetLevel: targets[section.id] ?? section.targetLevel,
  })),
})

/** The form's field of a section. */
export const targetName = (sectionId: number): string => `target.${sectionId}`

/** What the form shows: one target for each area, until the first answer. */
export type ItemTargets = {
  areas: { id: number; name: string; target: number; proposed: number }[]
  levels: { level: number; name: string }[]
}
