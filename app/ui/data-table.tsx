import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import { type ReactNode, useId } from 'react'
import { Link, type LinkProps } from 'react-router'
import { classNames } from './class-names.ts'

export type Column<Row> = {
  key: string
  header: string
  /** Null is shown as a dash, and left out on phones. */
  cell: (row: Row) => ReactNode
  /** 'end' for figures (set tabular). */
  align?: 'start' | 'end' | undefined
  /** Names the row: a row header, and the title of the card on phones. */
  primary?: boolean | undefined
  /** The header is for assistive technology only (row menus, checkboxes). */
  hideHeader?: boolean | undefined
  /** On phones it shares a line with its neighbours and needs no label: states, sums, durations; 'end' goes to the line's end. */
  inline?: 'start' | 'end' | undefined
  /** Makes the header a link that sorts: filters live in the address. */
  sort?: { to: LinkProps['to']; direction?: 'asc' | 'desc' | undefined } | undefined
}

type DataTableProps<Row> = {
  caption: string
  /** Shows the caption; otherwise a heading nearby should say the same. */
  showCaption?: boolean | undefined
  columns: ReadonlyArray<Column<Row>>
  rows: ReadonlyArray<Row>
  rowKey: (row: Row) => string
  /** Instead of the table when there are no rows: an `EmptyState`. */
  empty?: ReactNode
  className?: string | undefined
}

/** A quiet, dense table. Where its box is narrower than 640 px each row becomes a card of labelled lines. */
export function DataTable<Row>({ caption, showCaption, columns, rows, rowKey, empty, className }: DataTableProps<Row>) {
  const id = useId()
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  const ticked = columns.some(isTick)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; a section would be one landmark too many.
    <div
      role="group"
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that can scroll sideways must be reachable by keyboard.
      tabIndex={0}
      // Hidden texts are placed absolutely: they must scroll with their columns, not widen the page.
      className={classNames('@container relative overflow-x-auto rounded-sm', className)}
    >
      <table className="w-full border-collapse text-md @max-[40rem]:block">
        <caption
          id={id}
          className={showCaption ? 'px-4 pb-3 text-left font-semibold @max-[40rem]:block sm:px-6' : 'sr-only'}
        >
          {caption}
        </caption>
        <thead className="@max-[40rem]:sr-only">
          <tr>
            {columns.map(column => (
              <HeaderCell key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className="@max-[40rem]:block">
          {rows.map(row => (
            <tr
              key={rowKey(row)}
              className="border-t border-line transition-colors hover:bg-ink/3 @max-[40rem]:relative @max-[40rem]:flex @max-[40rem]:flex-wrap @max-[40rem]:items-center @max-[40rem]:gap-x-4 @max-[40rem]:px-5 @max-[40rem]:py-3.5 @max-[40rem]:hover:bg-transparent"
            >
              {columns.map(column => (
                <BodyCell key={column.key} column={column} row={row} indented={ticked && column.primary === true} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** A box to tick: on phones at the left of its row's name. */
const isTick = <Row,>({ hideHeader, align }: Column<Row>) => hideHeader === true && align !== 'end'

const edge = 'px-3 first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6'

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const direction = column.sort?.direction
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown
  const sorted = direction && (direction === 'asc' ? ('ascending' as const) : ('descending' as const))
  return (
    <th
      scope="col"
      aria-sort={sorted}
      className={classNames(
        edge,
        'py-2.5 text-sm font-medium whitespace-nowrap text-muted',
        // A row's menu goes to the corner of its card.
        column.hideHeader &&
          column.align === 'end' &&
          '@max-[40rem]:absolute @max-[40rem]:top-1.5 @max-[40rem]:right-2',
        column.align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {column.sort ? (
        <Link
          to={column.sort.to}
          preventScrollReset
          className={classNames('inline-flex min-h-6 items-center gap-1.5 hover:text-ink', direction && 'text-ink')}
        >
          {column.header}
          <Arrow aria-hidden="true" className={classNames('size-3.5', !direction && 'opacity-60')} />
        </Link>
      ) : (
        <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
      )}
    </th>
  )
}

type BodyCellProps<Row> = { column: Column<Row>; row: Row; indented: boolean }

function BodyCell<Row>({ column, row, indented }: BodyCellProps<Row>) {
  const Tag = column.primary ? 'th' : 'td'
  const bare = column.primary || column.hideHeader || column.inline !== undefined
  return (
    <Tag
      scope={column.primary ? 'row' : undefined}
      className={classNames(
        edge,
        'py-2 align-middle',
        '@max-[40rem]:flex @max-[40rem]:px-0 @max-[40rem]:py-0.5 @max-[40rem]:first:pl-0 @max-[40rem]:last:pr-0',
        '@max-[40rem]:has-[>span:last-child:empty]:hidden',
        column.inline !== undefined && '@max-[40rem]:order-1',
        column.inline === 'end' && '@max-[40rem]:ml-auto',
        isTick(column) && '@max-[40rem]:absolute @max-[40rem]:top-1.5 @max-[40rem]:left-5',
        !bare &&
          '@max-[40rem]:order-2 @max-[40rem]:basis-full @max-[40rem]:justify-between @max-[40rem]:gap-6 @max-[40rem]:text-right',
        column.primary ? 'font-medium' : 'font-normal',
        column.primary && '@max-[40rem]:basis-full @max-[40rem]:pr-12 @max-[40rem]:pb-1.5 @max-[40rem]:text-base',
        indented && '@max-[40rem]:pl-8',
        // A row's menu goes to the corner of its card.
        column.hideHeader &&
          column.align === 'end' &&
          '@max-[40rem]:absolute @max-[40rem]:top-1.5 @max-[40rem]:right-2',
        column.align === 'end' ? 'text-right whitespace-nowrap tabular-nums' : 'text-left',
      )}
    >
      {!bare && <span className="hidden flex-none text-left text-muted @max-[40rem]:inline">{column.header}</span>}
      <span className="min-w-0 empty:before:text-muted empty:before:content-['–']">{column.cell(row)}</span>
    </Tag>
  )
}
