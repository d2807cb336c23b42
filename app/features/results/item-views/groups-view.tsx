import { GroupHeat } from '#app/features/results/consolidated/group-heat.tsx'
import { figuresOf, type ItemViewProps } from './item-page.ts'

/** The level of each group of people in each area of the questionnaire. */
export function GroupsView({ page }: ItemViewProps) {
  const { sections, areas, positions } = figuresOf(page)
  const confidential = page.report.item.mode === 'confidential'
  return (
    <div className="grid gap-6">
      <GroupHeat
        title="Por área de la organización"
        groupLabel="Área de la organización"
        table={areas}
        sections={sections}
        confidential={confidential}
      />
      <GroupHeat
        title="Por cargo"
        groupLabel="Cargo"
        table={positions}
        sections={sections}
        confidential={confidential}
      />
    </div>
  )
}
