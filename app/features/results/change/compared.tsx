import {
  ALL_ROUNDS,
  BASE_PARAMETER,
  ROUND_PARAMETER,
  type ShownRound,
  VIEW_PARAMETER,
} from '#app/features/results/shown.ts'
import { CHANGE_VIEW } from '#app/features/results/views.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import {
  CHANGE_METHOD_TITLE,
  changeMethod,
  changeText,
  direction,
  intervalText,
  pairsText,
  type SectionChange,
} from './change.ts'
import {
  type Baseline,
  baselineChoice,
  baselineKey,
  COMPARISON_TITLE,
  type Comparison,
  changeRows,
  comparisonText,
} from './comparison.ts'

type ComparedProps = {
  comparison: Comparison | null
  baselines: readonly Baseline[]
  /** The key of the baseline that was asked for; null: the first. */
  selected: string | null
  round: ShownRound | null
  people: number
}

/** The change since an earlier purchase, and a choice where there are several. */
export function Compared({ comparison, baselines, selected, round, people }: ComparedProps) {
  if (comparison === null && baselines.length < 2) return null
  return (
    <Panel
      title={COMPARISON_TITLE}
      description={
        comparison
          ? comparisonText(comparison, people)
          : 'Ningún área tiene las mismas preguntas y cifras en esa medición.'
      }
      padding="flush"
    >
      {baselines.length > 1 && <BaselineForm baselines={baselines} selected={selected} round={round} />}
      {comparison && (
        <>
          <DataTable
            caption="Nivel antes y ahora por área"
            columns={columnsOf(comparison)}
            rows={changeRows(comparison)}
            rowKey={row => row.area}
          />
          <div className="grid gap-2 border-t border-line px-5 py-4 text-sm text-muted sm:px-6">
            <h3 className="font-medium text-ink">{CHANGE_METHOD_TITLE}</h3>
            {changeMethod(comparison.method).map(text => (
              <p key={text} className="max-w-prose">
                {text}
              </p>
            ))}
          </div>
        </>
      )}
    </Panel>
  )
}

const BaselineForm = ({ baselines, selected, round }: Pick<ComparedProps, 'baselines' | 'selected' | 'round'>) => (
  <Form
    method="get"
    preventScrollReset
    className="flex flex-wrap items-end gap-2.5 border-b border-line px-5 pb-5 sm:px-6 print:hidden"
  >
    <input type="hidden" name={VIEW_PARAMETER} value={CHANGE_VIEW} />
    {round !== null && <input type="hidden" name={ROUND_PARAMETER} value={round === 'all' ? ALL_ROUNDS : round} />}
    <SelectField
      // A select keeps what was selected in it before.
      key={selected}
      name={BASE_PARAMETER}
      label="Comparar con"
      className="max-w-full min-w-0 flex-1 max-sm:basis-full"
      options={baselines.map(baseline => ({ value: baselineKey(baseline), label: baselineChoice(baseline) }))}
      defaultValue={selected ?? undefined}
    />
    <Button type="submit" variant="secondary" className="max-sm:w-full">
      Comparar
    </Button>
  </Form>
)

const TONES = { up: 'text-good-ink', down: 'text-poor-ink', unclear: 'text-muted' }

const columnsOf = ({ method }: Comparison): Column<SectionChange>[] => [
  { key: 'area', header: 'Área', primary: true, cell: row => row.area },
  { key: 'before', header: 'Antes', align: 'end', cell: row => formatLevel(row.before) },
  { key: 'now', header: 'Ahora', align: 'end', cell: row => formatLevel(row.now) },
  {
    key: 'change',
    header: 'Cambio',
    align: 'end',
    cell: row => <span className={TONES[direction(row) ?? 'unclear']}>{changeText(row)}</span>,
  },
  { key: 'interval', header: 'Intervalo de 95%', align: 'end', cell: row => intervalText(row.interval) },
  ...(method === 'paired'
    ? [{ key: 'pairs', header: 'Personas', align: 'end' as const, cell: (row: SectionChange) => pairsText(row.pairs) }]
    : []),
]
