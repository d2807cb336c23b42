import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { type Membership, organisationPath } from './organisations.ts'

type MoveOrderProps = { orderNumber: string; organisations: readonly Membership[] }

/** Moves an own purchase into an organisation, after saying who will see it. */
export const MoveOrder = ({ orderNumber, organisations }: MoveOrderProps) => (
  <div className="mt-3 flex flex-wrap gap-x-4 gap-y-1.5">
    {organisations.map(({ id, name }) => (
      <Form key={id} method="post" action={organisationPath(id)}>
        <input type="hidden" name="organisation" value={id} />
        <input type="hidden" name="order" value={orderNumber} />
        <ConfirmedSubmit
          value="move"
          variant="link"
          size="sm"
          aria-label={`Pasar a ${name}: ${orderNumber}`}
          question={`¿Pasar esta compra a ${name}?`}
          consequence="Sus personas verán los asientos y los resultados según su rol, también los tuyos. Seguirá siendo de la organización aunque tú la dejes. El modo confidencial no cambia."
          confirm="Pasar la compra"
        >
          {`Pasar a ${name}`}
        </ConfirmedSubmit>
      </Form>
    ))}
  </div>
)
