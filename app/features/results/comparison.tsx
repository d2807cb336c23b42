import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { rounded } from '#app/kernel/rounding.ts'
import { Form } from '#app/kit/forms/own-form.tsx'
import { Button } from '#app/kit/ui/button.tsx'
import { type Column, DataTable } from '#app/kit/ui/data-table.tsx'
import { formatLevel } from '#app/kit/ui/format-level.ts'
import { Panel } from '#app/kit/ui/panel.tsx'
import { SelectField } from '#app/kit/ui/select.tsx'
import type { ConsolidatedFigures } from './consolidated/consolidated.ts'
import { BASE_PARAMETER, ROUND_PARAMETER, VIEW_PARAMETER } from './shown.ts'
import { CHANGE_VIEW } from './views.ts'

export type SectionChange = { area: string; before: number; now: number; change: number }

/** An earlier purchase that an item can be compared with, or one published round of it. */
export type Baseline = {
  order_item_id: string
  /** The published round of a confidential purchase; null: a nominative one. */
  round_number: number | null
  product: string
  order_number: string
  /** When it was bought, or its round published. */
  measured_at: Date
  people: number
  /** Who answered both, where both are nominative. */
  common: number | null
}

/** How an address names a baseline. */
export const baselineKey = ({
  order_item_id,
  round_number,
}: Pick<Baseline, 'order_item_id' | 'round_number'>): string =>
  round_number === null ? order_item_id : `${order_item_id}.${round_number}`

export type Comparison = {
  baseline: Baseline
  /** Areas whose questions are the same in both; the others can't be compared. */
  sections: SectionChange[]
  /** Only when every area is comparable. */
  overall: Omit<SectionChange, 'area'> | null
}

export const COMPARISON_TITLE = 'Comparación con una medición anterior'

/** `Orden AL-1, ronda 2, del 3-3-2026: 15 personas`. */
const baselineText = ({ product, order_number, round_number, measured_at, people }: Baseline): string =>
  `${product}, orden ${order_number}${round_number === null ? '' : `, ronda ${round_number}`}, del ${formatDate(measured_at)}: ${countOf(people, 'persona', 'personas')}`

/** One of several baselines; what tells them apart comes first, because a phone shows the beginning alone. */
export const baselineChoice = ({ product, order_number, round_number, measured_at, people }: Baseline): string =>
  `${formatDate(measured_at)}${round_number === null ? '' : `, ronda ${round_number}`}: ${countOf(people, 'persona', 'personas')}, orden ${order_number}, ${product}`

/** Compared with what and whom; the people of two measurements are seldom the same ones. */
export const comparisonText = ({ baseline }: Comparison, peopleNow: number): string =>
  `Con ${baselineText(baseline)}, y ahora ${formatInteger(peopleNow)}${commonText(baseline)}. Un cambio puede venir de quiénes respondieron, además de lo que mejoró o empeoró. Solo áreas con las mismas preguntas.${baseline.round_number === null ? '' : ' Las que no tienen detalle no cuentan en su ronda.'}`

const commonText = ({ common }: Baseline): string =>
  common === null
    ? ''
    : `; ${common === 0 ? 'nadie respondió' : countOf(common, 'respondió', 'respondieron')} las dos veces`

type Earlier = Pick<Comparison, 'baseline'> & {
  questionnaire: Questionnaire
  figures: ConsolidatedFigures
}

/** Differences with one decimal, of the figures as they are shown, so that a reader can check them. */
export function compare(questionnaire: Questionnaire, figures: ConsolidatedFigures, earlier: Earlier): Comparison {
  const sections = figures.sections.flatMap((section): SectionChange[] => {
    const same = earlier.figures.sections.find(other => other.id === section.id)
    const comparable = joinFields(questionnaire, section.id) === joinFields(earlier.questionnaire, section.id)
    if (!comparable || same?.mean === null || same?.mean === undefined || section.mean === null) return []
    return [{ area: section.title, ...change(same.mean, section.mean) }]
  })
  const before = earlier.figures.overall.mean
  const now = figures.overall.mean
  const whole = sections.length === figures.sections.length && before !== null && now !== null
  return {
    baseline: { ...earlier.baseline, people: earlier.figures.people },
    sections,
    overall: whole ? change(before, now) : null,
  }
}

const change = (before: number, now: number) => ({ before, now, change: rounded(now - before, 1) })

const joinFields = (questionnaire: Questionnaire, id: number): string =>
  (questionnaire.sections.find(section => section.id === id)?.questions ?? [])
    .map(({ field }) => field)
    .toSorted()
    .join()

/** The change of the general level in one line; null where not every area can be compared. */
export const sinceText = ({ overall, baseline }: Comparison): string | null =>
  overall &&
  `${changeText(overall.change)} ${overall.change === 0 ? 'que en' : 'desde'} la medición del ${formatDate(baseline.measured_at)}.`

type ComparedProps = {
  comparison: Comparison | null
  baselines: readonly Baseline[]
  /** The key of the baseline that was asked for; null: the first. */
  selected: string | null
  round: number | null
  people: number
}

/** The change since an earlier purchase, and a choice where there are several. */
export function Compared({ comparison, baselines, selected, round, people }: ComparedProps) {
  if (comparison === null && baselines.length < 2) return null
  const { sections, overall } = comparison ?? { sections: [], overall: null }
  const rows = overall ? [{ area: 'Nivel general', ...overall }, ...sections] : sections
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
        <DataTable caption="Nivel antes y ahora por área" columns={columns} rows={rows} rowKey={row => row.area} />
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
    {round !== null && <input type="hidden" name={ROUND_PARAMETER} value={round} />}
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

const changeText = (change: number): string =>
  change === 0 ? 'Igual' : `${change > 0 ? 'Sube' : 'Baja'} ${formatLevel(Math.abs(change))}`

const columns: Column<SectionChange>[] = [
  { key: 'area', header: 'Área', primary: true, cell: row => row.area },
  { key: 'before', header: 'Antes', align: 'end', cell: row => formatLevel(row.before) },
  { key: 'now', header: 'Ahora', align: 'end', cell: row => formatLevel(row.now) },
  {
    key: 'change',
    header: 'Cambio',
    align: 'end',
    cell: row => (
      <span className={row.change > 0 ? 'text-good-ink' : row.change < 0 ? 'text-poor-ink' : 'text-muted'}>
        {changeText(row.change)}
      </span>
    ),
  },
]
