import { z } from 'zod'
import type { ResultMode } from '#app/platform/database/values.ts'
import type { ChooseModeFailure } from './choose-result-mode.server.ts'

/** How each mode is offered to buyers (spec D18). */
export const MODE_TEXTS: Record<ResultMode, { label: string; description: string }> = {
  nominative: {
    label: 'Nominativo',
    description: 'Ves los resultados y las respuestas de cada persona, con su nombre.',
  },
  confidential: {
    label: 'Confidencial',
    description:
      'Solo ves quién terminó y, cuando publicas una ronda, resultados de grupos de al menos cinco personas distintas. Los textos abiertos se muestran sin nombre cuando responden ocho o más. Tus propias respuestas no se suman. Cada código llega solo al correo de su persona.',
  },
}

/** Spanish texts of the failures to change the mode. */
export const MODE_FAILURES: Record<ChooseModeFailure['code'], string> = {
  invited: 'Ya enviaste invitaciones, y cada una dice quién verá las respuestas: el modo quedó fijo desde la primera.',
  missing: 'No encontramos esta compra.',
}

/** The only form of an item's results page. */
export const resultModeForm = z.object({
  intent: z.literal('choose-mode'),
  mode: z.enum(['nominative', 'confidential']),
})
