import type { ResultMode } from '#app/platform/database/values.ts'

/** Different people without whom nothing confidential is shown (spec D18). */
export const LEAST_PEOPLE = 5

/** What each mode means for whoever buys, in one sentence. */
export const CONSEQUENCES: Readonly<Record<ResultMode, string>> = {
  nominative: 'Ves los resultados y las respuestas de cada persona, con su nombre.',
  confidential:
    'Solo ves quién terminó y, cuando publicas una ronda, resultados de grupos de al menos cinco personas distintas.',
}

/** What else follows from the confidential mode. */
export const CONFIDENTIAL_DETAILS =
  'Los textos abiertos se muestran sin nombre cuando responden ocho o más. Tus propias respuestas no se suman. Cada código llega solo al correo de su persona.'

/** How each mode is offered to buyers (spec D18). */
export const RESULT_MODES: Readonly<Record<ResultMode, { label: string; description: string }>> = {
  nominative: { label: 'Nominativo', description: CONSEQUENCES.nominative },
  confidential: { label: 'Confidencial', description: `${CONSEQUENCES.confidential} ${CONFIDENTIAL_DETAILS}` },
}

export const MODE_LEGEND = 'Quién puede ver las respuestas'

export const MODE_OPTIONS = (['nominative', 'confidential'] as const).map(value => ({ value, ...RESULT_MODES[value] }))

export const MODE_HINT =
  'Cada persona lo lee en su invitación y antes de la primera pregunta. Queda fijo al enviar la primera invitación.'

/** 'Modo nominativo'. */
export const modeTitle = (mode: ResultMode): string => `Modo ${RESULT_MODES[mode].label.toLowerCase()}`

export const MODE_FIXED = 'Ya no se puede cambiar: cada invitación que enviaste lo promete.'
