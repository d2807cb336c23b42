import { z } from 'zod'
import { roundNumber } from '#app/features/results/shown.ts'
import type { PublishFailure } from './publish-results.server.ts'

/** 'Publicar resultados': the round that the page offered, and that its consequences were read. */
export const publishForm = z.object({
  intent: z.literal('publish'),
  round: roundNumber,
  confirmed: z.literal('si', 'Confirma que leíste qué pasa al publicar.'),
})

export const PUBLISH_FAILURES: Record<PublishFailure['code'], string> = {
  too_few:
    'Todavía no se puede publicar: hacen falta al menos cinco personas distintas que hayan terminado y que se puedan mostrar juntas. Cuentan como una quienes comparten un correo, quienes responden a la vez o por turnos en un mismo navegador, y quienes comparten un navegador o una red y responden más rápido de lo que se puede leer. No decimos quiénes: revelaría cómo respondió cada persona.',
  nominative: 'Esta compra es nominativa: sus resultados se ven sin publicarlos.',
  missing: 'No encontramos esta compra.',
}
