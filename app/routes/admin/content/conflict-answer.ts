import type { TextFailure } from '#app/features/texts/save-text.server.ts'
import { formatDateTime } from '#app/kernel/dates.ts'

/** The answer when somebody else has saved the same text meanwhile, with what to do. */
export const conflictAnswer = ({ by, at }: TextFailure): string =>
  at === null
    ? 'Otra persona volvió al texto original después de que abriste esta página. Lo tuyo sigue aquí: guarda de nuevo para que valga.'
    : `${by ?? 'Otra persona'} guardó este texto el ${formatDateTime(at)}, después de que abriste esta página. Lo tuyo sigue aquí: guarda de nuevo para reemplazar el suyo.`
