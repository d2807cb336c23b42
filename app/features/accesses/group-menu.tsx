import { ButtonLink } from '#app/ui/button.tsx'
import { Menu, MenuLink } from '#app/ui/menu.tsx'
import type { DashboardGroup, GroupButtons } from './accesses.ts'

type GroupMenuProps = { group: Pick<DashboardGroup, 'item_id' | 'name' | 'total_seats'>; buttons: GroupButtons }

/** What is done with a group less often than its buttons. */
export function GroupMenu({
  group: { item_id, name, total_seats },
  buttons: { invite, addSeats, own, results },
}: GroupMenuProps) {
  const item = `/account/items/${item_id}`
  const rated = own?.button === 'completed' ? own.access : undefined
  if (total_seats === 1 && !rated && !results) return null
  // A menu of one entry is the entry.
  if (total_seats === 1 && !rated) {
    return (
      <ButtonLink variant="link" to={`${item}/results`} className="min-h-11 max-sm:order-last sm:px-2.5">
        Ver consolidado
      </ButtonLink>
    )
  }
  return (
    <Menu trigger="Más" variant="secondary" label={`Más acciones de ${name}`}>
      {invite && total_seats > 2 && <MenuLink to={`${item}/invitations`}>Invitar a varias personas</MenuLink>}
      {total_seats > 1 && <MenuLink to={`${item}/participants`}>Participantes</MenuLink>}
      {invite && addSeats && <MenuLink to={`${item}/seats`}>Agregar asientos</MenuLink>}
      {total_seats === 1 && results && <MenuLink to={`${item}/results`}>Ver consolidado</MenuLink>}
      {rated && <MenuLink to={`/valorar?access_id=${rated.id}`}>Valorar</MenuLink>}
    </Menu>
  )
}
