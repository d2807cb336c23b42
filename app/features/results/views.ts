/** One view of results, which the parameter `vista` of their page names. */
export type View = { key: string; label: string }

/** What is shown where an address names no view, or one without content. */
export const FIRST_VIEW = 'resumen'
export const BOARD_VIEW = 'directorio'
export const PLAN_VIEW = 'plan'
export const GUIDES_VIEW = 'guias'
export const QUESTIONS_VIEW = 'preguntas'
export const CHANGE_VIEW = 'cambio'
export const PEOPLE_VIEW = 'personas'
export const SETTINGS_VIEW = 'ajustes'

/** The view that an address asks for, of those that have content; the first of them otherwise. */
export function selectView<Candidate extends View>(
  views: readonly [Candidate, ...Candidate[]],
  requested: string | null,
): Candidate {
  return views.find(({ key }) => key === requested) ?? views[0]
}
