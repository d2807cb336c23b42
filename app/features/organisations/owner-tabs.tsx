import { Link } from 'react-router'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { type Membership, OWN, organisationPath } from './organisations.ts'

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

type OwnerTabsProps = {
  path: string
  memberships: readonly Membership[]
  current: Membership | undefined
  /** Whether the own purchases can be selected as well. */
  own?: boolean
}

/** Whose purchases a list shows; nothing for who belongs to no organisation. */
export function OwnerTabs({ path, memberships, current, own = true }: OwnerTabsProps) {
  if (memberships.length === 0) return null
  const choices = memberships.map(({ id, name }) => ({ id, name }))
  if (own) choices.push({ id: OWN, name: 'Sólo mías' })
  return (
    <nav aria-label="De quién son las compras" className="mb-6 flex flex-wrap gap-2 print:hidden">
      {choices.map(({ id, name }) => (
        <Link
          key={id}
          to={`${path}?de=${id}`}
          aria-current={(current?.id ?? OWN) === id ? 'page' : undefined}
          className="inline-flex min-h-9 max-w-full items-center rounded-md border border-line bg-surface px-3.5 text-md hover:border-control aria-[current=page]:border-copper aria-[current=page]:bg-copper-soft aria-[current=page]:font-medium pointer-coarse:min-h-11"
        >
          <span className="truncate">{name}</span>
        </Link>
      ))}
    </nav>
  )
}
