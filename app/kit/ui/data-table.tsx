import ArrowDown from 'lucide-react/icons/arrow-down'
import ArrowUp from 'lucide-react/icons/arrow-up'
import ArrowUpDown from 'lucide-react/icons/arrow-up-down'
import ChevronDown from 'lucide-react/icons/chevron-down'
import { type MouseEvent, type PointerEvent, type ReactNode, useId, useState } from 'react'
import { Link, type LinkProps } from 'react-router'
import type { Blocks } from './blocks.ts'
import { Button } from './button.tsx'
import { classNames } from './class-names.ts'

export type Column<Row> = {
  key: string
  header: string
  /** Null is shown as a dash, and left out on phones. */
  cell: (row: Row) => ReactNode
  /** What a figure counts, for a pointer that rests on the header and for assistive technology. */
  definition?: string | undefined
  /** In a dense list: takes a share of the width that the others leave, 'wide' twice as much, and cuts what two lines don't hold. */
  grow?: true | 'wide' | undefined
  /** 'end' for figures (set tabular). */
  align?: 'start' | 'end' | undefined
  /** Names the row: a row header, and the title of the card on phones. */
  primary?: boolean | undefined
  /**
   * The header is for assistive technology only (row menus, checkboxes). On phones such a column at the end is in the card's
   * corner, which has room for an icon only: a button with text is `inline` too.
   */
  hideHeader?: boolean | undefined
  /**
   * On phones the value has no label, because it explains itself (status, amount, duration). 'lead' is the title of the card, above
   * the row's name; 'line' has its own line under it; the others share a line, with 'end' at its right.
   */
  inline?: 'lead' | 'line' | 'start' | 'end' | undefined
  /** Makes the header a link that sorts: filters live in the address. */
  sort?: HeaderSort | undefined
  /** What the cell has below its first line, where that sorts on its own: it has its header beside the column's. */
  below?: { key: string; header: string; sort?: HeaderSort | undefined } | undefined
}

type HeaderSort = { to: LinkProps['to']; direction?: 'asc' | 'desc' | undefined }

type DataTableProps<Row> = {
  caption: string
  /** Shows the caption; otherwise a heading nearby should say the same. */
  showCaption?: boolean | undefined
  columns: ReadonlyArray<Column<Row>>
  rows: ReadonlyArray<Row>
  rowKey: (row: Row) => string
  /** Instead of the table when there are no rows: an `EmptyState`. */
  empty?: Blocks
  /** For long lists: on phones a button in each row shows and hides its labelled values. Without scripts all are shown. */
  folded?: boolean | undefined
  /** With `folded`: rows of 44 px, which hold two lines. */
  dense?: boolean | undefined
  className?: string | undefined
}

/** A dense table. Where its container is narrower than 640 px (768 px with `folded`), a row becomes a card of labelled lines. */
export function DataTable<Row>({
  caption,
  showCaption,
  columns,
  rows,
  empty,
  dense,
  className,
  ...table
}: DataTableProps<Row>) {
  const id = useId()
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>
  const folded = table.folded === true && columns.some(column => !isBare(column))
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; a section would be one landmark too many.
    <div
      role="group"
      aria-labelledby={id}
      data-dense={dense || undefined}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that can scroll sideways must be reachable by keyboard.
      tabIndex={0}
      // Hidden texts are placed absolutely: they must scroll with their columns, not widen the page.
      className={classNames(
        folded ? '@container/list' : '@container',
        'relative overflow-x-auto rounded-sm',
        className,
      )}
    >
      <table className="w-full border-collapse text-md card:block">
        <caption id={id} className={showCaption ? 'px-4 pb-3 text-left font-semibold card:block sm:px-6' : 'sr-only'}>
          {caption}
        </caption>
        <thead className="card:sr-only">
          <tr>
            {columns.map(column => (
              <HeaderCell key={column.key} column={column} />
            ))}
          </tr>
        </thead>
        <tbody className="card:block">
          {rows.map(row => {
            const key = table.rowKey(row)
            return <BodyRow key={key} name={`${id}-${key}`} columns={columns} row={row} folded={folded} />
          })}
        </tbody>
      </table>
    </div>
  )
}

/** A column of checkboxes: on phones at the left of the card. */
const isTick = <Row,>({ hideHeader, align }: Column<Row>) => hideHeader === true && align !== 'end'

/** A column of row menus: on phones in the corner of the card. */
const isMenu = <Row,>({ hideHeader, align, inline }: Column<Row>) =>
  hideHeader === true && align === 'end' && inline === undefined

/** A column that has no labels on phones. */
const isBare = <Row,>({ primary, hideHeader, inline }: Column<Row>) =>
  primary === true || hideHeader === true || inline !== undefined

/** What opens a row: the link or button that is its name. */
export const ROW_OPENER = 'th a, th button'

/** A click anywhere in a row of a long list opens it by its name, unless it was meant for a control or selected some text. */
function followRow(event: MouseEvent<HTMLTableRowElement>) {
  const { target, currentTarget } = event
  if (event.defaultPrevented || !(target instanceof Element)) return
  if (target.closest('a, button, input, label, select, summary, [popover]') || window.getSelection()?.toString()) return
  const { ctrlKey, metaKey, shiftKey } = event
  const opener = currentTarget.querySelector(ROW_OPENER)
  opener?.dispatchEvent(new window.MouseEvent('click', { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }))
}

type BodyRowProps<Row> = { columns: readonly Column<Row>[]; row: Row; name: string; folded: boolean }

function BodyRow<Row>({ columns, row, name, folded }: BodyRowProps<Row>) {
  const [open, setOpen] = useState(false)
  const menu = columns.some(isMenu)
  return (
    <tr
      data-folded={(folded && !open) || undefined}
      onClick={folded ? followRow : undefined}
      className={classNames(
        'group/row border-t border-line transition-colors hover:bg-ink/3',
        folded && 'has-[th_a,th_button]:cursor-pointer',
        'card:relative card:flex card:flex-wrap card:items-center card:gap-x-2 card:px-5 card:py-3 card:hover:bg-transparent',
        columns.some(isTick) && 'card:pl-13',
        // Room at the right for the menu and, below it, the button that shows more values.
        (menu || folded) && 'card:pr-13',
        menu && folded && 'card:min-h-24 card:content-center',
      )}
    >
      {columns.map(column => (
        <BodyCell key={column.key} name={name} column={column} row={row} />
      ))}
      {folded && (
        <td
          className={classNames(
            'hidden scripted:card:absolute scripted:card:right-2 scripted:card:block',
            menu ? 'top-12' : 'top-1.5',
          )}
        >
          <Button
            id={`${name}-more`}
            variant="ghost"
            size="icon-sm"
            aria-label="Más datos de"
            aria-labelledby={`${name}-more ${name}`}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown
              aria-hidden="true"
              className={classNames('text-muted transition-transform duration-200', open && 'rotate-180')}
            />
          </Button>
        </td>
      )}
    </tr>
  )
}

const edge = 'px-3 dense:px-2 first:pl-5 last:pr-5 sm:first:pl-6 sm:last:pr-6'

type HeaderLabelProps = { header: string; sort: HeaderSort; className?: string }

/** A header that sorts, with the direction that the table has by it. */
function HeaderLink({ header, sort: { to, direction }, className }: HeaderLabelProps) {
  const Arrow = direction === 'asc' ? ArrowUp : direction === 'desc' ? ArrowDown : ArrowUpDown
  return (
    <Link
      to={to}
      preventScrollReset
      className={classNames(
        'inline-flex min-h-6 items-center gap-1.5 hover:text-ink',
        direction && 'text-ink',
        className,
      )}
    >
      <span>{header}</span>
      <Arrow aria-hidden="true" className={classNames('size-3.5', !direction && 'opacity-60')} />
    </Link>
  )
}

function HeaderCell<Row>({ column }: { column: Column<Row> }) {
  const { below } = column
  const direction = column.sort?.direction ?? below?.sort?.direction
  const sorted = direction && (direction === 'asc' ? ('ascending' as const) : ('descending' as const))
  return (
    <th
      scope="col"
      aria-sort={sorted}
      title={column.definition}
      className={classNames(
        edge,
        'py-2.5 text-sm font-medium whitespace-nowrap text-muted dense:py-1',
        column.grow && (column.grow === 'wide' ? 'dense:w-2/5' : 'dense:w-1/5'),
        column.align === 'end' ? 'text-right' : 'text-left',
      )}
    >
      {column.sort ? (
        <HeaderLink header={column.header} sort={column.sort} />
      ) : (
        <span className={column.hideHeader ? 'sr-only' : undefined}>{column.header}</span>
      )}
      {below?.sort && <HeaderLink header={below.header} sort={below.sort} className="ml-4" />}
    </th>
  )
}

/** A text that is cut, itself or one of its lines, says the whole where a pointer rests on it. */
const titleWhereCut = ({ currentTarget: cell }: PointerEvent<HTMLElement>) => {
  const lines = [cell, ...cell.querySelectorAll('[data-line]')]
  const isCut = lines.some(line => line.scrollWidth > line.clientWidth || line.scrollHeight > line.clientHeight + 1)
  cell.title = isCut ? cell.innerText : ''
}

type BodyCellProps<Row> = { column: Column<Row>; row: Row; name: string }

function BodyCell<Row>({ column, row, name }: BodyCellProps<Row>) {
  const { primary, inline, align } = column
  const Tag = primary ? 'th' : 'td'
  const bare = isBare(column)
  return (
    <Tag
      scope={primary ? 'row' : undefined}
      id={primary ? name : undefined}
      className={classNames(
        edge,
        'py-2 align-middle dense:h-11 dense:py-0 dense:text-sm dense:whitespace-nowrap',
        column.grow && 'dense:max-w-0',
        'card:flex card:px-0 card:py-0.5 card:first:pl-0 card:last:pr-0',
        'card:has-[>span:last-child:empty]:hidden',
        inline === 'lead' && 'card:-order-1 card:basis-full card:text-base card:font-medium',
        inline === 'line' && 'card:basis-full card:text-muted',
        inline === 'start' && 'card:order-1',
        inline === 'end' && 'card:order-2 card:ml-auto',
        isTick(column) && 'card:absolute card:top-1.5 card:left-5',
        isMenu(column) && 'card:absolute card:top-1.5 card:right-2',
        !bare && 'card:order-3 card:basis-full card:items-baseline card:justify-between card:gap-6 card:text-right',
        !bare && 'scripted:group-data-folded/row:card:hidden',
        primary ? 'font-medium' : 'font-normal',
        // Its link has a touch target of full height, while its line is only as high as its text.
        primary && 'card:basis-full card:text-base card:[&_a]:-my-2.5 card:[&_a]:min-h-0 card:[&_a]:py-2.5',
        align === 'end' ? 'text-right whitespace-nowrap tabular-nums' : 'text-left',
      )}
    >
      {!bare && <span className="hidden flex-none text-left text-muted card:inline">{column.header}</span>}
      <span
        onPointerEnter={titleWhereCut}
        className={classNames(
          "min-w-0 empty:before:text-muted empty:before:content-['–']",
          // The outline of a link that has the focus stays whole.
          // At most two lines, unless it has what is never cut.
          column.grow &&
            'dense:line-clamp-2 dense:leading-4.5 dense:text-pretty dense:whitespace-normal dense:has-data-whole:line-clamp-none',
        )}
      >
        {column.cell(row)}
      </span>
    </Tag>
  )
}
