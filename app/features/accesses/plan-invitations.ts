import type { ListedPerson } from './invitation-list.ts'

/** What would become of a person of a list if it were confirmed now. */
export type Fate =
  | 'new'
  | 'duplicate'
  | 'already_invited'
  | 'over_seats'
  | 'invalid_email'
  | 'missing_data'
  | 'refused_text'
  | 'too_many_mails'

/** A person whose data are complete. */
export type CheckedPerson = { firstName: string; lastName: string; email: string; role: string; area: string }

/** What reading a person's data says: who it is, or what is wrong with them. */
export type Checked =
  | { ok: true; person: CheckedPerson }
  | { ok: false; fate: 'invalid_email' | 'missing_data' | 'refused_text'; problem: string }

/** One row of the dry run. */
export type PlannedRow = { number: number; written: ListedPerson; fate: Fate; problem: string }

export type Plan = { rows: PlannedRow[]; invited: CheckedPerson[] }

type Situation = {
  /** E-mails that have a seat of the item. */
  taken: ReadonlySet<string>
  seatsLeft: number
  /** E-mails that were sent as many invitations today as anybody is. */
  flooded: ReadonlySet<string>
}

/**
 * Decides each person's fate, in the order of the list: whoever comes first gets the last seat. The same list in the same situation
 * has the same plan.
 */
export function planInvitations(
  people: readonly ListedPerson[],
  check: (person: ListedPerson) => Checked,
  { taken, seatsLeft, flooded }: Situation,
): Plan {
  const seen = new Set<string>()
  const invited: CheckedPerson[] = []
  const rows = people.map((written, index): PlannedRow => {
    const row = (fate: Fate, problem = ''): PlannedRow => ({ number: index + 1, written, fate, problem })
    const checked = check(written)
    if (!checked.ok) return row(checked.fate, checked.problem)
    const { email } = checked.person
    if (seen.has(email)) return row('duplicate')
    seen.add(email)
    if (taken.has(email)) return row('already_invited')
    if (flooded.has(email)) return row('too_many_mails')
    if (invited.length >= seatsLeft) return row('over_seats')
    invited.push(checked.person)
    return row('new')
  })
  return { rows, invited }
}

/** How many rows have each fate. */
export function countFates(rows: readonly PlannedRow[]): Record<Fate, number> {
  const counts: Record<Fate, number> = {
    new: 0,
    duplicate: 0,
    already_invited: 0,
    over_seats: 0,
    invalid_email: 0,
    missing_data: 0,
    refused_text: 0,
    too_many_mails: 0,
  }
  for (const { fate } of rows) counts[fate] += 1
  return counts
}
