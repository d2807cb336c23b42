import { classNames } from '#app/kit/ui/class-names.ts'
import type { GuideBlock } from './deliverables.ts'

type GuideBlocksProps = {
  blocks: readonly GuideBlock[]
  /** Of its headings: below the title that it stands under. */
  level: 2 | 3 | 4
}

/** A guide, a lesson or a material on a page, as its document has it. */
export function GuideBlocks({ blocks, level }: GuideBlocksProps) {
  const Heading = `h${level}` as const
  return (
    <div className="grid max-w-prose gap-4 print:block print:space-y-4">
      {numbered(blocks).map(({ key, item: block }) => {
        if ('heading' in block) {
          return (
            <Heading key={key} className="mt-4 text-lg first:mt-0">
              {block.heading}
            </Heading>
          )
        }
        if ('text' in block) return <p key={key}>{block.text}</p>
        if ('list' in block) {
          return (
            <ul key={key} className="grid list-disc gap-2 pl-5 marker:text-copper">
              {block.list.map(item => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )
        }
        if ('steps' in block) {
          return (
            <ol key={key} className="grid list-decimal gap-2 pl-6 marker:font-medium marker:text-copper">
              {block.steps.map(item => (
                <li key={item}>{item}</li>
              ))}
            </ol>
          )
        }
        return 'table' in block ? <BlockTable key={key} table={block.table} /> : <ToFill key={key} {...block.fill} />
      })}
    </div>
  )
}

/** Parts of a text that may be the same twice, with what tells them apart: they never change places. */
const numbered = <Item,>(items: readonly Item[]): { key: string; item: Item }[] =>
  items.map((item, at) => ({ key: `${at}`, item }))

/** Rows to fill in are for paper: a page shows what is written. */
const isWritten = (cells: readonly string[]): boolean => cells.some(cell => cell !== '')

type Table = Extract<GuideBlock, { table: unknown }>['table']

/** A text this short stays on its line, in characters. */
const ONE_LINE = 12

/** A table; on a phone one of three columns or more is a list of its rows, so that no text is out of sight. */
function BlockTable({ table: { columns, rows } }: { table: Table }) {
  const [first = '', ...others] = columns
  const folds = columns.length > 2
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section aria-label={`Tabla: ${first}`} tabIndex={0} className="relative overflow-x-auto rounded-sm">
      <table className={classNames('w-full border-collapse text-left text-md', folds && 'max-sm:block')}>
        <thead className={classNames(folds && 'max-sm:sr-only')}>
          <tr className="border-b border-ink">
            {[first, ...others].map(label => (
              <th key={label} scope="col" className="py-2 pr-4 align-bottom text-sm font-normal text-muted last:pr-0">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={classNames(folds && 'max-sm:block max-sm:border-t max-sm:border-ink')}>
          {numbered(rows.filter(isWritten)).map(({ key, item: cells }) => (
            <tr key={key} className={classNames('border-b border-line align-top', folds && FOLDED_ROW)}>
              {numbered(cells).map((cell, at) => (
                <td
                  key={cell.key}
                  className={classNames(
                    'py-2.5 pr-4 tabular-nums last:pr-0',
                    cell.item.length <= ONE_LINE && 'whitespace-nowrap',
                    folds && (at === 0 ? 'max-sm:py-0 max-sm:pr-0 max-sm:font-medium' : 'max-sm:py-0 max-sm:pr-0'),
                    folds && cell.item === '' && 'max-sm:hidden',
                  )}
                >
                  {folds && at > 0 && (
                    <span aria-hidden="true" className="hidden text-sm text-muted max-sm:block">
                      {columns[at]}
                    </span>
                  )}
                  <span>{cell.item}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const FOLDED_ROW = 'max-sm:grid max-sm:gap-1.5 max-sm:py-3'

/** A place to write on, of so many lines; on a screen it says where to write on paper. */
const ToFill = ({ label, lines }: { label: string; lines: number }) => (
  <div className="break-inside-avoid rounded-md bg-sunken px-4 py-3">
    <p className="text-md font-medium">{label}</p>
    {Array.from({ length: lines }, (_, line) => line).map(line => (
      <div key={line} aria-hidden="true" className="h-8 border-b border-control" />
    ))}
  </div>
)
