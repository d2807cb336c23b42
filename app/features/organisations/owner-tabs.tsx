import { Link } from 'react-router'
import { ConfirmedSubmit } from '#app/kit/forms/confirmed-submit.tsx'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { InlineSelect } from '#app/kit/ui/inline-select.tsx'
import { FEW, type Membership, OWN, organisationPath } from './organisations.ts'

type MoveOrderProps = { orderNumber: string; organisations: readonly Membership[] }

const MOVED =
  'Sus personas verán los asientos y los resultados según su rol, también los tuyos. Seguirá siendo de la organización aunque tú la dejes. El modo confidencial no cambia.'

/** Moves an own purchase into an organisation, after saying who will see it. */
export const MoveOrder = (props: MoveOrderProps) =>
  props.organisations.length > FEW ? <MoveToOneOfMany {...props} /> : <MoveToOneOfFew {...props} />

const MoveToOneOfMany = ({ orderNumber, organisations }: MoveOrderProps) => (
  <Form method="post" action={organisationPath()} className="mt-3 flex max-w-xl flex-wrap items-center gap-2.5">
    <input type="hidden" name="order" value={orderNumber} />
    <InlineSelect
      label="Pasar a"
      name="organisation"
      aria-label={`Pasar a: ${orderNumber}`}
      options={organisations.map(({ id, name }) => ({ value: id, label: name }))}
      className="flex-1 basis-64"
    />
    <ConfirmedSubmit
      value="move"
      variant="secondary"
      size="sm"
      aria-label={`Pasar la compra ${orderNumber}`}
      question="¿Pasar esta compra a la organización elegida?"
      consequence={MOVED}
      confirm="Pasar la compra"
    >
      Pasar
    </ConfirmedSubmit>
  </Form>
)

const MoveToOneOfFew = ({ orderNumber, organisations }: MoveOrderProps) => (
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
          consequence={MOVED}
          confirm="Pasar la compra"
        >
          {`Pasar a ${name}`}
        </ConfirmedSubmit>
      </Form>
    ))}
  </div>
)

const LABEL = 'De quién son las compras'

type OwnerTabsProps = {
  path: string
  memberships: readonly Membership[]
  current: Membership | undefined
  /** Whether the own purchases can be selected as well. */
  own?: boolean
}

/** Whose purchases a list shows: pills, or a list of many. Nothing for who belongs to no organisation. */
export function OwnerTabs({ path, memberships, current, own = true }: OwnerTabsProps) {
  if (memberships.length === 0) return null
  const choices = memberships.map(({ id, name }) => ({ id, name }))
  if (own) choices.push({ id: OWN, name: 'Solo mías' })
  if (memberships.length > FEW) {
    const shown = current?.id ?? OWN
    return (
      <nav aria-label={LABEL} className="mb-6 print:hidden">
        <Form action={path} className="flex max-w-xl items-center gap-2.5">
          <InlineSelect
            key={shown}
            label="Ver"
            name="de"
            defaultValue={shown}
            options={choices.map(({ id, name }) => ({ value: id, label: name }))}
            className="flex-1"
          />
          <Button type="submit" variant="secondary">
            Cambiar
          </Button>
        </Form>
      </nav>
    )
  }
  return (
    <nav aria-label={LABEL} className="mb-6 flex flex-wrap gap-2 print:hidden">
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
