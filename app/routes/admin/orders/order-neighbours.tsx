import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { useLocation } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'

type OrderNeighboursProps = { previous: string | undefined; next: string | undefined }

/** Links to the previous and next order of the list it was opened from, whose query the address keeps. */
export function OrderNeighbours({ previous, next }: OrderNeighboursProps) {
  const { search } = useLocation()
  if (previous === undefined && next === undefined) return null
  return (
    <nav aria-label="Órdenes vecinas" className="flex gap-2.5 print:hidden">
      {previous !== undefined && (
        <ButtonLink
          variant="secondary"
          size="icon"
          to={`/admin/orders/${previous}${search}`}
          aria-label="Orden anterior de la lista"
        >
          <ChevronLeft aria-hidden="true" />
        </ButtonLink>
      )}
      {next !== undefined && (
        <ButtonLink
          variant="secondary"
          size="icon"
          to={`/admin/orders/${next}${search}`}
          aria-label="Orden siguiente de la lista"
        >
          <ChevronRight aria-hidden="true" />
        </ButtonLink>
      )}
    </nav>
  )
}
