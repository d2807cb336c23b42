import { useId } from 'react'

export type FunnelStep = {
  label: string
  /** What is counted, in few words. */
  note: string
  value: number
  /** The value as people read it. */
  text: string
  /** Further figures of the step, in the order of `columns`. */
  cells: readonly string[]
}

type FunnelChartProps = {
  /** What the chart shows. */
  title: string
  steps: readonly FunnelStep[]
  /** Heads of the table: of the steps, of their values, of the further figures. */
  columns: readonly [string, string, ...string[]]
}

/** Minimum width in percent of a step that is not zero, so that it stays visible. */
const MIN_WIDTH = 0.6

/** Steps that ever fewer people reach: a table with a bar in each row, in proportion to the largest value. */
export function FunnelChart({ title, steps, columns }: FunnelChartProps) {
  const id = useId()
  const max = Math.max(1, ...steps.map(step => step.value))
  const [stepHead, valueHead, ...heads] = columns
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups form controls; a section would be one landmark too many.
    <div
      role="group"
      aria-labelledby={id}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that can scroll sideways must be reachable by keyboard.
      tabIndex={0}
      className="@container overflow-x-auto rounded-sm"
    >
      <table className="w-full text-md tabular-nums">
        <caption id={id} className="sr-only">
          {title}
        </caption>
        <thead className="text-sm text-muted @max-[28rem]:sr-only">
          <tr>
            <th scope="col" className="pb-2 text-left font-medium">
              {stepHead}
            </th>
            <th scope="col" className="pb-2 text-right font-medium">
              {valueHead}
            </th>
            {heads.map(head => (
              <th key={head} scope="col" className="pb-2 pl-4 text-right font-medium">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(step => (
            <tr
              key={step.label}
              className="border-t border-line @max-[28rem]:grid @max-[28rem]:grid-cols-3 @max-[28rem]:gap-x-4 @max-[28rem]:py-2"
            >
              <th
                scope="row"
                className="w-1/2 py-2.5 text-left font-medium @max-[28rem]:col-span-2 @max-[28rem]:w-auto @max-[28rem]:py-1"
              >
                <span>{step.label}</span>
                <span className="block text-sm font-normal text-muted">{step.note}</span>
                <svg aria-hidden="true" viewBox="0 0 100 4" preserveAspectRatio="none" className="mt-1.5 h-2 w-full">
                  <rect width="100" height="4" className="fill-line" />
                  <rect
                    width={step.value <= 0 ? 0 : Math.max(MIN_WIDTH, (100 * step.value) / max)}
                    height="4"
                    className="fill-copper"
                  />
                </svg>
              </th>
              <td className="py-2.5 text-right text-lg font-medium @max-[28rem]:py-1">{step.text}</td>
              {step.cells.map((cell, index) => (
                <td
                  key={heads[index]}
                  className="py-2.5 pl-4 text-right @max-[28rem]:flex @max-[28rem]:flex-col @max-[28rem]:py-1 @max-[28rem]:pl-0 @max-[28rem]:text-left @max-[28rem]:last:text-right"
                >
                  <span className="hidden text-xs text-muted @max-[28rem]:inline">{heads[index]}</span>
                  <span>{cell}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
