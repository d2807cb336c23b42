import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatDateTime } from '#app/kernel/dates.ts'
import { formatInteger, formatPesos } from '#app/kernel/format.ts'
import type { Pesos } from '#app/kernel/money.ts'
import { StatusBadge } from '#app/kit/ui/badge.tsx'
import type { Column } from '#app/kit/ui/data-table.tsx'
import { TwoLines } from '#app/kit/ui/facts.tsx'
import type { Statuses } from '#app/kit/ui/tone.ts'

// Columns shared by most lists. Anything else is a `Column` of the table itself.

type Options<Row> = Partial<Omit<Column<Row>, 'key' | 'header' | 'cell'>>

const LINK =
  'inline-flex min-h-9 items-center wrap-break-word hover:text-copper hover:underline pointer-coarse:min-h-11 dense:inline dense:min-h-0'
const UNDERLINED = 'inline-flex min-h-9 items-center text-copper underline underline-offset-4 pointer-coarse:min-h-11'

type CellLinkProps = { to: string; label?: string; underlined?: boolean; children: ReactNode }

/**
 * A link large enough to touch. @param label its accessible name where its text is a figure alone, which is then
 * `underlined`
 */
export const CellLink = ({ to, label, underlined, children }: CellLinkProps) => (
  <Link to={to} aria-label={label} className={underlined ? UNDERLINED : LINK}>
    {children}
  </Link>
)

/** An e-mail, which breaks before its domain where it has to; dense lists don't cut it either. */
export function EmailText({ email }: { email: string }) {
  const at = email.lastIndexOf('@') + 1
  return (
    <span
      data-whole
      className="inline-block wrap-anywhere sm:min-w-32 card:min-w-0 dense:inline dense:wrap-break-word dense:whitespace-normal"
    >
      <span>{email.slice(0, at)}</span>
      <wbr />
      <span>{email.slice(at)}</span>
    </span>
  )
}

/** A person: the name above the e-mail, or the e-mail alone. As wide as they need, up to some forty characters, from which on the e-mail breaks. */
export const Person = ({ name, email }: { name: string; email: string }) => (
  <span className="block card:inline dense:w-max dense:max-w-60">
    {name === '' ? (
      <TwoLines below="">
        <EmailText email={email} />
      </TwoLines>
    ) : (
      <TwoLines below={<EmailText email={email} />}>{name}</TwoLines>
    )}
  </span>
)

/** The name of a row, linked to its page. @param below a second line */
export const nameLink = <Row,>(
  key: string,
  header: string,
  text: (row: Row) => ReactNode,
  to: (row: Row) => string,
  below?: (row: Row) => ReactNode,
): Column<Row> => ({
  key,
  header,
  primary: true,
  grow: 'wide',
  cell: row => {
    const detail = below?.(row)
    return (
      <>
        <CellLink to={to(row)}>{text(row)}</CellLink>
        {Boolean(detail) && (
          <span
            data-line
            className="block text-sm font-normal wrap-anywhere text-muted dense:overflow-hidden dense:text-xs dense:leading-4 dense:text-ellipsis dense:whitespace-nowrap"
          >
            {detail}
          </span>
        )}
      </>
    )
  },
})

/** An amount of pesos. */
export const clp = <Row,>(
  key: string,
  header: string,
  value: (row: Row) => Pesos,
  options?: Options<Row>,
): Column<Row> => ({ key, header, align: 'end', ...options, cell: row => formatPesos(value(row)) })

/** A whole number. */
export const count = <Row,>(
  key: string,
  header: string,
  value: (row: Row) => number,
  options?: Options<Row>,
): Column<Row> => ({ key, header, align: 'end', ...options, cell: row => formatInteger(value(row)) })

/** Text that does not wrap. */
export const oneLine = (text: ReactNode) => <span className="whitespace-nowrap tabular-nums">{text}</span>

/** A date. */
export const dayColumn = <Row,>(
  key: string,
  header: string,
  value: (row: Row) => Date | null,
  options?: Options<Row>,
): Column<Row> => ({
  key,
  header,
  ...options,
  cell: row => {
    const date = value(row)
    return date && oneLine(formatDate(date))
  },
})

/** A date and time. */
export const moment = <Row,>(
  key: string,
  header: string,
  value: (row: Row) => Date,
  options?: Options<Row>,
): Column<Row> => ({ key, header, ...options, cell: row => oneLine(formatDateTime(value(row))) })

/** A status as its label and tone, which are declared with it. */
export const status = <Row, Value extends string>(
  key: string,
  header: string,
  value: (row: Row) => Value,
  statuses: Statuses<Value>,
  options?: Options<Row>,
): Column<Row> => ({
  key,
  header,
  inline: 'start',
  ...options,
  cell: row => <StatusBadge of={statuses} status={value(row)} />,
})
