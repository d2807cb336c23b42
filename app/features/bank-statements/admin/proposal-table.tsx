import type { CandidateOrder } from '#app/features/bank-statements/matching/candidate-orders.server.ts'
import { type Candidate, isOpen } from '#app/features/bank-statements/matching/candidates.ts'
import { closedText, differenceText, reasonsText } from '#app/features/bank-statements/matching/match-texts.ts'
import type { LineProposal } from '#app/features/bank-statements/matching/proposals.server.ts'
import { formatDay } from '#app/kernel/dates.ts'
import { formatPesos } from '#app/kernel/format.ts'
import { CellLink, oneLine } from '#app/kit/lists/list-cells.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'

/** A proposal as a table shows it: with the order meant, or the first candidate. */
type ShownProposal = Pick<LineProposal, 'line' | 'kind' | 'contested'> & {
  match: Candidate<CandidateOrder> | undefined
}

type ProposalTableProps = {
  caption: string
  proposals: readonly ShownProposal[]
  /** What a refused confirmation had; undefined: all are selected. */
  selected?: readonly string[] | undefined
}

const nameOf = ({ line }: ShownProposal): string =>
  `abono de ${formatPesos(line.amount)} del ${formatDay(line.bookedOn)}`

/** Credits with the orders that they may pay. Sure ones have a box that the form around sends. */
export function ProposalTable({ caption, proposals, selected }: ProposalTableProps) {
  const columns: Column<ShownProposal>[] = [
    {
      key: 'line',
      header: 'Abono',
      primary: true,
      cell: ({ line }) => (
        <CellLink to={`/admin/finance/transfers/${line.id}`}>
          <span className="wrap-anywhere">{line.description}</span>
        </CellLink>
      ),
    },
    { key: 'day', header: 'Fecha', inline: 'start', cell: ({ line }) => oneLine(formatDay(line.bookedOn)) },
    { key: 'amount', header: 'Monto', align: 'end', inline: 'end', cell: ({ line }) => formatPesos(line.amount) },
    { key: 'order', header: 'Orden', inline: 'line', cell: ({ match }) => match && <OrderOf match={match} /> },
    { key: 'why', header: 'Por qué', inline: 'line', cell: whyText },
  ]
  const box: Column<ShownProposal> = {
    key: 'tick',
    header: 'Confirmar',
    hideHeader: true,
    cell: row => {
      const pair = `${row.line.id} ${row.match?.order.id ?? ''}`
      return (
        <label className="flex min-h-9 items-center pr-1 pointer-coarse:min-h-11">
          <input
            type="checkbox"
            name="pair"
            value={pair}
            defaultChecked={selected === undefined || selected.includes(pair)}
            className="tick"
            aria-label={`Confirmar el ${nameOf(row)}`}
          />
        </label>
      )
    },
  }
  const isSure = proposals.some(({ kind }) => kind === 'sure')
  return (
    <DataTable
      caption={caption}
      columns={isSure ? [box, ...columns] : columns}
      rows={proposals}
      rowKey={({ line }) => line.id}
    />
  )
}

const OrderOf = ({ match: { order } }: { match: Candidate<CandidateOrder> }) => (
  <TwoLines below={order.company ?? order.client.name}>
    <CellLink to={`/admin/orders/${order.id}`} label={`Orden ${order.number}`} underlined>
      {`…${order.number.slice(-4)}`}
    </CellLink>{' '}
    <span>{formatPesos(order.total)}</span>
  </TwoLines>
)

/** Why the order is proposed, and what a person has to know before confirming. */
function whyText({ match, kind, contested }: ShownProposal) {
  if (!match) return null
  const notes = [
    differenceText(match),
    match.order.recorded !== null && kind === 'sure' ? 'Ya estaba registrada como pagada: se asocia' : undefined,
    isOpen(match) ? undefined : `La orden ${closedText(match.order.status)}`,
    contested ? 'Otro abono calza con la misma orden' : undefined,
  ].filter(note => note !== undefined)
  return <TwoLines below={notes.join('. ')}>{reasonsText(match)}</TwoLines>
}
