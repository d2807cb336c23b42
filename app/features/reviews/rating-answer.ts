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

export const RATING_FAILED = {
  title: 'No pudimos guardar tu opinión',
  description: 'Inténtalo de nuevo en unos minutos.',
}
