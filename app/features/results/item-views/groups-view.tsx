import { GroupHeat } from '#app/features/results/consolidated/group-heat.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

/** The level of each group of people in each area of the questionnaire. */
export function GroupsView({ page }: ItemViewProps) {
  const { sections, areas, positions } = figuresOf(page)
  const confidential = page.report.item.mode === 'confidential'
  return (
    <div className="grid gap-6">
      <GroupHeat table={areas} sections={sections} confidential={confidential} />
      <GroupHeat table={positions} sections={sections} confidential={confidential} />
    </div>
  )
}
