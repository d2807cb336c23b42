import type { MouseEvent } from 'react'
import type { CheaperSeats } from '#app/features/pricing/seats.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { Button } from '#app/kit/ui/button.tsx'

type CheaperOfferProps = { offer: CheaperSeats; onTake: (event: MouseEvent<HTMLButtonElement>) => void }

/** Some larger groups are cheaper under the formula: the offer accepts one with a click (spec D6). */
export function CheaperOffer({ offer, onTake }: CheaperOfferProps) {
  return (
    <div className="mt-4 flex items-center justify-between gap-3 rounded-md bg-copper-soft py-2 pr-2 pl-3.5 text-md">
      <p className="min-w-0 tabular-nums">
        <span>{`Con ${offer.seats} personas pagas menos:`}</span>{' '}
        <strong className="font-semibold">{`ahorras ${formatPesos(offer.savingClp)}`}</strong>
      </p>
      <Button variant="secondary" size="sm" onClick={onTake} className="flex-none tabular-nums">
        {`Cambiar a ${offer.seats}`}
      </Button>
    </div>
  )
}
