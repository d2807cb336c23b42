import type { Questionnaire } from '#app/features/questionnaires/questionnaire.ts'
import { formatDate } from '#app/kernel/dates.ts'
import { countOf, formatInteger } from '#app/kernel/format.ts'
import { rounded } from '#app/kernel/rounding.ts'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { formatLevel } from '#app/ui/format-level.ts'
import { Panel } from '#app/ui/panel.tsx'
import type { ConsolidatedFigures } from './consolidated/consolidated.ts'

export type SectionChange = { area: string; before: number; now: number; change: number }

/** Against the round before, or the buyer's last earlier purchase of the same product that has results. */
export type Comparison = {
  order_number: string
  /** An earlier round of the same purchase; null: an earlier purchase. */
  round: number | null
  /** When the earlier one was bought, or its round closed. */
  date: Date
  people: number
  /** Areas whose questions are the same in both; the others can't be compared. */
  sections: SectionChange[]
  /** Only when every area is comparable. */
  overall: Omit<SectionChange, 'area'> | null
}

/** Compared with what and whom; the people of two rounds are seldom the same ones. */
export const comparisonText = ({ order_number, round, date, people }: Comparison, peopleNow: number): string =>
  `${round === null ? `Orden ${order_number}` : `Ronda ${round}`}, del ${formatDate(date)}: respondieron ${countOf(people, 'persona', 'personas')}, y ahora ${formatInteger(peopleNow)}. Un cambio puede venir de quiénes respondieron, además de lo que mejoró o empeoró. Solo áreas con las mismas preguntas.${round === null ? '' : ' Las que no tienen detalle no cuentan en su ronda.'}`

type Earlier = Pick<Comparison, 'order_number' | 'round' | 'date'> & {
  questionnaire: Questionnaire
  figures: ConsolidatedFigures
}

/** Differences with one decimal, of the figures as they are shown, so that a reader can check them. */
export function compare(questionnaire: Questionnaire, figures: ConsolidatedFigures, earlier: Earlier): Comparison {
  const sections = figures.sections.flatMap((section): SectionChange[] => {
    const same = earlier.figures.sections.find(other => other.id === section.id)
    const comparable = fieldsOf(questionnaire, section.id) === fieldsOf(earlier.questionnaire, section.id)
    if (!comparable || same?.mean === null || same?.mean === undefined || section.mean === null) return []
    return [{ area: section.area, ...change(same.mean, section.mean) }]
  })
  const before = earlier.figures.overall.mean
  const now = figures.overall.mean
  const whole = sections.length === figures.sections.length && before !== null && now !== null
  return {
    order_number: earlier.order_number,
    round: earlier.round,
    date: earlier.date,
    people: earlier.figures.people,
    sections,
    overall: whole ? change(before, now) : null,
  }
}

const change = (before: number, now: number) => ({ before, now, change: rounded(now - before, 1) })

const fieldsOf = (questionnaire: Questionnaire, id: number): string =>
  (questionnaire.sections.find(section => section.id === id)?.questions ?? [])
    .map(({ field }) => field)
    .toSorted()
    .join()

/** The change since the round or purchase before. */
export function ComparisonTable({ comparison, people }: { comparison: Comparison; people: number }) {
  const { sections, overall } = comparison
  const rows = overall ? [{ area: 'Nivel general', ...overall }, ...sections] : sections
  return (
    <Panel
      title="Comparación con la medición anterior"
      description={comparisonText(comparison, people)}
      padding="flush"
    >
      <DataTable caption="Nivel antes y ahora por área" columns={columns} rows={rows} rowKey={row => row.area} />
    </Panel>
  )
}

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
