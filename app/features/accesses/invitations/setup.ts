import type { DashboardGroup } from '#app/features/accesses/accesses.ts'

/** The form of a round's setup. Its controls stand in several steps, and name it. */
export const SETUP_FORM = 'setup'

/**
 * What its buttons do after what was chosen is saved: read a list, correct it, take the people of the purchase that this one repeats, define the
 * groups, nothing else, or invite everybody.
 */
export const SETUP_INTENTS = ['review', 'correct', 'repeat', 'groups', 'save', 'invite'] as const

export type SetupIntent = (typeof SETUP_INTENTS)[number]

type Shown = { lista?: string | undefined; corregir?: string | undefined }

/**
 * Where a company purchase is set up until its first invitation.
 * @param shown a list that was read, or one to correct
 */
export function setupPath(itemId: string, shown: Shown = {}): string {
  const more = new URLSearchParams(
    Object.entries(shown).flatMap(([name, id]) => (id === undefined ? [] : [[name, id]])),
  )
  return `/account/items/${itemId}/setup${more.size > 0 ? `?${more}` : ''}`
}

/** Where its people are invited: a new company purchase is set up first, of one that is set up more are invited beside those who are. */
export function invitingPath({
  item_id,
  mode,
  mode_fixed,
}: Pick<DashboardGroup, 'item_id' | 'mode' | 'mode_fixed'>): string {
  if (mode !== 'business') return `/account/items/${item_id}/invitations`
  return mode_fixed ? `/account/items/${item_id}/participants` : setupPath(item_id)
}
