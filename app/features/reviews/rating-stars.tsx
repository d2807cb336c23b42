import StarIcon from 'lucide-react/icons/star'
import { Fieldset } from '#app/ui/fieldset.tsx'
import { RATING_VALUES, RATING_WORDS } from './reviews.ts'

type RatingStarsProps = { chosen: number | undefined; error: string | undefined }

/** One to five, each with its word. Native radios: arrow keys choose, and the stars up to the chosen one fill without a script. */
export function RatingStars({ chosen, error }: RatingStarsProps) {
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
              defaultChecked={value === chosen}
              className="absolute size-px appearance-none outline-none"
            />
            <StarIcon aria-hidden="true" className="size-8 text-control" strokeWidth={1.25} />
            <span>
              <span className="sr-only">{value}: </span>
              {RATING_WORDS[value]}
            </span>
          </label>
        ))}
      </div>
    </Fieldset>
  )
}
