import StarIcon from 'lucide-react/icons/star'
import { controlProps } from '#app/kit/forms/fields.ts'
import { useFetcher } from '#app/kit/forms/own-submit.tsx'
import { Alert } from '#app/kit/ui/alert.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { Checkbox } from '#app/kit/ui/checkbox.tsx'
import { Fieldset } from '#app/kit/ui/fieldset.tsx'
import { TextArea } from '#app/kit/ui/text-field.tsx'
import { RATING_VALUES, RATING_WORDS } from './product-ratings.ts'
import type { RatingAnswer } from './rating-answer.ts'
import { ANONYMOUS_AUTHOR, type OwnRating, ratingFields, ratingPath } from './reviews.ts'

type RatingStarsProps = { selected: number | undefined; error: string | undefined }

/**
 * One to five, each with its word. Native radio buttons: arrow keys select, and CSS fills the stars up to the selected
 * one.
 */
function RatingStars({ selected, error }: RatingStarsProps) {
  return (
    <Fieldset legend="Tu valoración" error={error}>
      <div className="-mx-1 grid max-w-md grid-cols-5">
        {RATING_VALUES.map(value => (
          <label
            key={value}
            className="group flex min-h-18 cursor-pointer flex-col items-center gap-1 rounded-md px-0.5 pt-2.5 pb-2 text-center text-xs text-muted hover:bg-ink/5 has-checked:font-semibold has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-copper sm:text-sm [&:has(:checked)_svg]:fill-copper [&:has(:checked)_svg]:text-copper [&:has(~_label_:checked)_svg]:fill-copper [&:has(~_label_:checked)_svg]:text-copper"
          >
            <input
              type="radio"
              name="rating"
              value={value}
              required
              defaultChecked={value === selected}
              className="absolute size-px appearance-none outline-none"
            />
            <StarIcon aria-hidden="true" className="size-8 text-control" strokeWidth={1.25} />
            <span>
              <span className="sr-only">{`${value}: `}</span>
              <span>{RATING_WORDS[value]}</span>
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}

export type RatingFormProps = {
  accessId: string
  rating: OwnRating
  /** The answer to the page's own form, submitted without scripts. */
  answer?: RatingAnswer | undefined
  level?: 1 | 2
}

/** A person's review of what they completed: new, editable until it is moderated, or as it was moderated. */
export function RatingForm({ accessId, rating, answer: answered, level = 2 }: RatingFormProps) {
  const fetcher = useFetcher<RatingAnswer>()
  const answer = fetcher.data ?? answered
  const { review, name } = answer?.rating ?? rating
  const Heading = level === 1 ? 'h1' : 'h2'
  const heading = <Heading className={level === 1 ? 'text-2xl sm:text-3xl' : 'text-lg'}>¿Qué te pareció?</Heading>
  if (review && review.status !== 'pending') {
    return (
      <fetcher.Form method="post" action={ratingPath(accessId)}>
        {heading}
        {answer && <RatingNotice answer={answer} />}
        <Moderated review={review} />
        {review.status === 'published' && review.show_name && name !== null && (
          <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 text-md">
            <p className="text-muted">{`Firmas como ${name}.`}</p>
            <input type="hidden" name="intent" value="hide-name" />
            <Button type="submit" variant="secondary" size="sm" pending={fetcher.state !== 'idle'}>
              No mostrar mi nombre
            </Button>
          </div>
        )}
      </fetcher.Form>
    )
  }
  const typed = answer?.values
  return (
    <fetcher.Form method="post" action={ratingPath(accessId)} noValidate>
      {heading}
      <p className="mt-1 text-md text-muted">
        Tu opinión orienta a otras personas. La revisamos antes de publicarla y nunca muestra tu correo, tu empresa ni
        tus respuestas.
      </p>
      {answer && <RatingNotice answer={answer} />}
      <div className="mt-5 grid gap-5">
        <RatingStars selected={typed?.rating ?? review?.rating} error={answer?.errors.rating} />
        <TextArea
          {...controlProps('comment', ratingFields.comment)}
          defaultValue={typed?.comment ?? review?.comment}
          error={answer?.errors.comment}
        />
        {name !== null && (
          <Checkbox
            label={`Mostrar mi nombre como ${name}`}
            name="show_name"
            value="si"
            defaultChecked={typed?.show_name ?? review?.show_name}
            hint={`Si no lo marcas, firma «${ANONYMOUS_AUTHOR}».`}
          />
        )}
      </div>
      <Button type="submit" variant="secondary" className="mt-5" pending={fetcher.state !== 'idle'}>
        {review ? 'Guardar cambios' : 'Enviar opinión'}
      </Button>
    </fetcher.Form>
  )
}

const RatingNotice = ({ answer }: { answer: RatingAnswer }) => (
  <Alert className="mt-4" tone={answer.done ? 'success' : 'error'} title={answer.title}>
    {answer.description}
  </Alert>
)

function Moderated({ review }: { review: NonNullable<OwnRating['review']> }) {
  return (
    <div className="mt-3 text-md">
      <p className="font-medium">{`${review.rating} de 5: ${RATING_WORDS[review.rating]}`}</p>
      {review.comment !== '' && (
        <p className="mt-2 max-w-prose whitespace-pre-line wrap-anywhere text-muted">{review.comment}</p>
      )}
      <p className="mt-3 text-muted">
        {review.status === 'published'
          ? 'Tu opinión está publicada. Gracias.'
          : `No publicamos tu opinión. Motivo: ${review.hidden_reason}`}
      </p>
    </div>
  )
}
