import { Alert } from '#app/kit/ui/alert.tsx'
import { ButtonLink } from '#app/kit/ui/button.tsx'

/** In place of inviting, where every seat of a purchase has somebody. */
export const NoSeatsLeft = ({ itemId, className }: { itemId: string; className?: string }) => (
  <Alert
    tone="warning"
    className={className}
    actions={
      <ButtonLink size="sm" variant="secondary" to={`/account/items/${itemId}/seats`}>
        Agregar asientos
      </ButtonLink>
    }
  >
    Todos los asientos de esta compra están usados.
  </Alert>
)
