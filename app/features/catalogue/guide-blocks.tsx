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

function BlockTable({ table: { columns, rows } }: { table: Table }) {
  const [first = '', ...others] = columns
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways is reached by the keyboard
    <section aria-label={`Tabla: ${first}`} tabIndex={0} className="relative overflow-x-auto rounded-sm">
      <table className="w-full min-w-[32rem] border-collapse text-left text-md print:min-w-0">
        <thead>
          <tr className="border-b border-ink">
            {[first, ...others].map(label => (
              <th key={label} scope="col" className="py-2 pr-4 align-bottom text-sm font-normal text-muted last:pr-0">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {numbered(rows.filter(isWritten)).map(({ key, item: cells }) => (
            <tr key={key} className="border-b border-line align-top">
              {numbered(cells).map(cell => (
                <td key={cell.key} className="py-2.5 pr-4 tabular-nums last:pr-0">
                  {cell.item}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A place to write on, of so many lines; on a screen it says where to write on paper. */
const ToFill = ({ label, lines }: { label: string; lines: number }) => (
  <div className="break-inside-avoid rounded-md bg-sunken px-4 py-3">
    <p className="text-md font-medium">{label}</p>
    {Array.from({ length: lines }, (_, line) => line).map(line => (
      <div key={line} aria-hidden="true" className="h-8 border-b border-control" />
    ))}
  </div>
)
