import { Form } from 'react-router'
import { RATING_VALUES, RATING_WORDS } from '#app/features/reviews/reviews.ts'
import { Button } from '#app/ui/button.tsx'
import { SelectField } from '#app/ui/select-field.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import type { ReviewAddress } from './review-address.ts'

const STATES = [
  { value: 'pending', label: 'Por revisar' },
  { value: 'published', label: 'Publicadas' },
  { value: 'hidden', label: 'Ocultas' },
  { value: 'all', label: 'Todas' },
] satisfies { value: ReviewAddress['status']; label: string }[]

const RATINGS = RATING_VALUES.toReversed().map(value => ({
  value: String(value),
  label: `${value}: ${RATING_WORDS[value]}`,
}))

/** Filters of the moderators' list. They live in the address and work without scripts. */
export const ReviewFilters = ({ address }: { address: ReviewAddress }) => (
  <Form
    method="get"
    key={`${address.status} ${address.rating} ${address.search}`}
    className="mb-6 grid items-end gap-3 sm:grid-cols-[auto_auto_minmax(0,1fr)_auto]"
  >
    <SelectField label="Estado" name="status" defaultValue={address.status} options={STATES} />
    <SelectField
      label="Valoración"
      name="rating"
      defaultValue={String(address.rating ?? '')}
      placeholder="Todas"
      options={RATINGS}
    />
    <TextField
      label="Buscar"
      name="search"
      type="search"
      maxLength={100}
      defaultValue={address.search}
      placeholder="Buscar por comentario o producto..."
    />
    <Button type="submit" variant="secondary">
      Filtrar
    </Button>
  </Form>
)
