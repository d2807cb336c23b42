import type { Plan } from './endings.ts'
import type { Result } from './run-case.ts'
import type { State } from './state.ts'

const OPEN = ['created', 'initiated', 'committing', 'unknown', 'refund_pending']

/** What must hold for every order when everything is over, whatever happened to it. Each line names one that does not. */
export function complaintsAbout({ order, total, attempts, accesses, receipts, bank }: State): string[] {
  const paid = attempts.filter(attempt => attempt.status === 'paid')
  const said: [complaint: string, holds: boolean][] = [
    ['the order is neither paid nor failed', order === 'paid' || order === 'failed'],
    ['an attempt is stuck', attempts.every(({ status }) => !OPEN.includes(status))],
    ['a person has to look at it', attempts.every(({ status }) => status !== 'manual_resolution')],
    ['it was charged more than once', bank.held <= total],
    ['it was committed more than once', bank.authorised.length <= 1],
    ['it is paid here and not at the bank', order !== 'paid' || bank.held === total],
    ['it is charged and not paid', order === 'paid' || bank.held === 0],
    ['it is paid by other than one attempt', paid.length === (order === 'paid' ? 1 : 0)],
    [
      'the attempt that paid it has no entry in the book of the bank',
      paid.every(({ buyOrder, authorizationCode }) =>
        bank.authorised.some(entry => entry.buyOrder === buyOrder && entry.authorizationCode === authorizationCode),
      ),
    ],
    ['it is paid without accesses, or has accesses unpaid', accesses === (order === 'paid' ? 1 : 0)],
    ['it has a wrong number of receipts', receipts === (order === 'paid' ? 1 : 0)],
  ]
  return said.flatMap(([complaint, holds]) => (holds ? [] : [complaint]))
}

/** What must hold besides where the process lived through the case: the outcome that the buyer deserves, and in time. */
export function complaintsAboutLiving({ ending, returns, forms }: Plan, { atOnce, end }: Result): string[] {
  if (returns === 'never') return end.order === 'failed' ? [] : ['an order without a return did not fail']
  // Of mixed forms the second one can pay.
  const expected = forms === 'three, mixed' ? ['paid', ending.end] : [ending.end]
  const complaints = expected.includes(end.order) ? [] : [`it ended ${end.order}`]
  if (ending.isKnownAtOnce && forms !== 'three, mixed' && atOnce.order !== ending.end) {
    complaints.push(`it was ${atOnce.order} when the return was answered`)
  }
  return complaints
}
