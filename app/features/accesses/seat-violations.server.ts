/**
 * What a constraint of the seats says. It is asked for outside of the transaction, which PostgreSQL has ended by then.
 * Undefined: another error, to be thrown on.
 */
export function seatViolation(error: unknown): 'no_seats' | 'already_invited' | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined
  if (error.constraint === 'order_items_seats_left') return 'no_seats'
  return error.constraint === 'user_accesses_one_per_email' ? 'already_invited' : undefined
}
