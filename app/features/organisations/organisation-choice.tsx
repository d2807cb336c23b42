import { Panel } from '#app/kit/ui/panel.tsx'
import { RadioGroup } from '#app/kit/ui/radio-group.tsx'
import type { Membership } from './organisations.ts'

/** Whose purchase it will be; the only organisation is preselected. Nothing for who buys for no organisation. */
export function OrganisationChoice({ organisations }: { organisations: readonly Membership[] }) {
  const [only, another] = organisations
  if (!only) return null
  return (
    <Panel title="Compra para">
      <RadioGroup
        legend="¿De quién será esta compra?"
        hideLegend
        name="organisation"
        variant="card"
        columns={2}
        defaultValue={another ? '' : only.id}
        options={[
          ...organisations.map(({ id, name }) => ({
            value: id,
            label: name,
            description: 'Sus personas la comparten según su rol.',
          })),
          { value: '', label: 'Sólo mía', description: 'Nadie más la ve.' },
        ]}
      />
    </Panel>
  )
}
