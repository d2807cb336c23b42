import { unreachable } from '#app/kernel/result.ts'
import type { RatingFailure } from './rate-access.server.ts'
import { ANONYMOUS_AUTHOR, type OwnRating } from './reviews.ts'

/** The answer to a rating form; typed values are kept. */
export type RatingAnswer = {
  done: boolean
  title: string
  description: string
  errors: Record<string, string>
  /** As typed, where it was refused. */
  values: { rating: number; comment: string; show_name: boolean } | undefined
  /** The current rating; absent where it is unchanged. */
  rating?: OwnRating
}

export const RATED: Pick<RatingAnswer, 'done' | 'title' | 'description'> = {
  done: true,
  title: 'Recibimos tu opinión',
  description: 'La publicaremos después de revisarla. Hasta entonces puedes cambiarla.',
}

export const NAME_HIDDEN: typeof RATED = {
  done: true,
  title: 'Tu nombre ya no aparece',
  description: `Tu opinión sigue publicada como «${ANONYMOUS_AUTHOR}».`,
}

/** The notice of a refusal. */
export function failureText({ code }: RatingFailure): { title: string; description: string } {
  switch (code) {
    case 'not_allowed':
      return {
        title: 'No pudimos guardar tu opinión',
        description: 'Opina quien completó la evaluación, desde el navegador en que la respondió o con su cuenta.',
      }
    case 'rated_before':
      return {
        title: 'Ya opinaste sobre esta evaluación',
        description: 'Cada persona opina una vez por producto, aunque lo complete varias veces.',
      }
    case 'moderated':
      return { title: 'Tu opinión ya fue revisada', description: 'Desde entonces no se puede cambiar.' }
    default:
      return unreachable(code)
  }
}

export const RATING_FAILED = {
  title: 'No pudimos guardar tu opinión',
  description: 'Inténtalo de nuevo en unos minutos.',
}
