import { countOf, formatInteger } from '#app/kernel/format.ts'
import type { ItemProgress } from './item-progress.server.ts'

export type ItemStep = { label: string; to: string }

type Progress = Pick<
  ItemProgress,
  | 'item_id'
  | 'mode'
  | 'type'
  | 'has_questionnaire'
  | 'total_seats'
  | 'used_seats'
  | 'completed'
  | 'tops_up_item_id'
  | 'own'
>

/** The people that an order was bought for. */
export const seatsOf = (order: { items: readonly { seats: number }[] }): number =>
  order.items.reduce((sum, item) => sum + item.seats, 0)

/** What a paid item has given so far: `3 de 11 asientos asignados · 2 completados`. */
export function yieldText(item: Progress): string {
  if (item.total_seats === 1) {
    if (item.completed > 0) return 'Completado'
    return item.own?.started ? 'En progreso' : item.used_seats === 0 ? '1 asiento libre' : 'Sin comenzar'
  }
  const seats = `${formatInteger(item.used_seats)} de ${countOf(item.total_seats, 'asiento asignado', 'asientos asignados')}`
  return `${seats} · ${countOf(item.completed, 'completado', 'completados')}`
}

/**
 * What the buyer can do next with a paid item, the most useful first; none for seats that joined another item.
 * @param isOpen whether the accesses of its order have not ended.
 */
export function itemSteps(item: Progress, isOpen: boolean): ItemStep[] {
  if (item.tops_up_item_id !== null) return []
  const path = `/account/items/${item.item_id}`
  const steps: ItemStep[] = []
  if (isOpen && item.used_seats < item.total_seats) steps.push({ label: 'Invitar personas', to: `${path}/invitations` })
  if (item.type === 'workshop' && !item.has_questionnaire) {
    if (item.own) steps.push({ label: 'Ver taller', to: `/account/taller/${item.own.id}` })
  } else if (isOpen && item.own && !item.own.completed && steps.length === 0) {
    steps.push({ label: item.own.started ? 'Continuar' : 'Comenzar', to: '/account/dashboard' })
  }
  if (item.completed > 0 && item.has_questionnaire) {
    const own = item.total_seats === 1 && item.own?.completed ? item.own : undefined
    steps.push({ label: 'Ver resultados', to: own ? `/account/results/${own.id}` : `${path}/results` })
  }
  return steps
}
